"use strict";
// Show one step at a time: put its drawings into their places and highlight its lines.
const { drawings, changes, acting, jumps, cards, opens } = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];
const last = acting.length - 1;
const slots = all("[data-slot]").map((box) => ({ box, made: changes[box.dataset.slot], shown: -1 }));
const parts = all("#telling [data-step]");
const stops = [...new Set([0, ...jumps, last])].sort((a, b) => a - b);
const controls = { number: byId("number"), slider: byId("slider"), jumps: byId("jumps") };
let step = -1;
let chosen = null; // the group that the reader wants to see on a narrow screen

function drawingAt(made, at) {
  let found = [-1, -1];
  for (const change of made) {
    if (change[0] > at) break;
    found = change;
  }
  return found;
}

function show(to) {
  step = Math.max(0, Math.min(last, to));
  for (const slot of slots) {
    const [since, drawing] = drawingAt(slot.made, step);
    if (drawing !== slot.shown) {
      slot.box.innerHTML = drawing < 0 ? "" : drawings[drawing];
      name(slot.box);
    }
    slot.shown = drawing;
    slot.box.classList.toggle("changed", step > 0 && since === step);
  }
  hide();
  tell();
  byId("cursor")?.setAttribute("x1", (1000 * step) / Math.max(1, last));
  byId("cursor")?.setAttribute("x2", (1000 * step) / Math.max(1, last));
  const command = byId("command");
  if (command) command.value = `gah analyse ${command.dataset.file} --step ${step}`;
  controls.number.value = controls.slider.value = step;
  const reached = [...controls.jumps.options].filter((one, i) => i && Number(one.value) <= step);
  controls.jumps.selectedIndex = reached.length ? reached[reached.length - 1].index : 0;
  tab(chosen ?? (acting[step] || "table"));
  history.replaceState(null, "", `#step=${step}`);
}

function tell() {
  // A step without words of its own, such as a roll, belongs to the words before it.
  const since = Math.max(...parts.map((part) => Number(part.dataset.step)).filter((one) => one <= step));
  const now = step ? parts.filter((part) => Number(part.dataset.step) === since) : [];
  for (const part of parts) part.classList.toggle("now", now.includes(part));
  const lines = [...new Set(now.map((part) => part.parentElement))];
  byId("now").replaceChildren(...lines.map((line) => line.cloneNode(true)));
  const box = byId("telling");
  const here = lines[0];
  if (!here) return;
  // Compare positions on the screen: what a line's offset is counted from depends on the layout.
  box.scrollTop += here.getBoundingClientRect().top - box.getBoundingClientRect().top - 8;
  if (started) reveal(getComputedStyle(byId("now")).display === "none" ? here : byId("now"));
}

// Scroll the page to its boards if a line is out of sight, above or below.
let started = false;
function reveal(line) {
  const nav = document.querySelector("nav").getBoundingClientRect();
  const above = nav.top <= 0 ? nav.bottom : 0;
  const below = nav.top > 0 && nav.bottom >= innerHeight ? nav.top : innerHeight;
  const { top, bottom } = line.getBoundingClientRect();
  if (top < above || Math.min(bottom, top + 60) > below) document.querySelector("main").scrollIntoView();
}

// Cards show their text when pointed at, tapped or reached by keyboard.
function name(box) {
  for (const chip of box.querySelectorAll("g")) {
    if (!chip.querySelector(":scope > rect.card")) continue;
    const lines = [...chip.querySelectorAll(":scope > text")].filter((one) => !one.classList.contains("e"));
    const called = lines.map((one) => one.textContent).join(" ");
    const full = cards[called] ? called : Object.keys(cards).find((one) => called.length > 5 && one.startsWith(called.replace(/…$/, "")));
    if (!full) continue;
    chip.dataset.card = full;
    chip.setAttribute("tabindex", "0");
    chip.classList.add("known");
  }
}

function describe(card) {
  const tip = byId("card");
  tip.textContent = `${card.dataset.card}: ${cards[card.dataset.card]}`;
  tip.hidden = false;
  const { left, bottom, top } = card.getBoundingClientRect();
  const high = tip.offsetHeight;
  tip.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - tip.offsetWidth - 8))}px`;
  tip.style.top = `${bottom + 6 + high < innerHeight ? bottom + 6 : Math.max(8, top - high - 6)}px`;
}

function hide() {
  byId("card").hidden = true;
}

for (const kind of ["pointerover", "focusin", "click"]) {
  addEventListener(kind, (event) => {
    const card = event.target.closest?.("[data-card]");
    if (card) describe(card);
    else if (kind !== "focusin") hide();
  });
}

// Play automatically, a step at a time.
let playing = 0;
function play(on) {
  clearTimeout(playing);
  playing = on && step < last ? setTimeout(() => (show(step + 1), play(true)), Number(byId("speed").value)) : 0;
  byId("play").setAttribute("aria-pressed", playing > 0);
  byId("play").textContent = playing ? "Pause" : "Play";
}
byId("play").addEventListener("click", () => (play(!playing)));
byId("speed").addEventListener("change", () => (playing ? play(true) : 0));

byId("hands").addEventListener("click", () => {
  const hidden = document.body.classList.toggle("hidden-hands");
  byId("hands").setAttribute("aria-pressed", hidden);
});

byId("copy")?.addEventListener("click", () => {
  byId("command").select();
  document.execCommand("copy");
});
byId("odds")?.addEventListener("click", (event) => {
  const { left, width } = byId("odds").getBoundingClientRect();
  show(Math.round((last * (event.clientX - left)) / width));
});
function makeRoom() {
  const nav = document.querySelector("nav");
  document.documentElement.style.setProperty("--nav", `${nav.offsetHeight}px`);
}
new ResizeObserver(makeRoom).observe(document.querySelector("nav"));

function tab(key) {
  for (const one of all("[data-tab]")) one.setAttribute("aria-pressed", one.dataset.tab === key);
  for (const one of all("[data-group]")) one.classList.toggle("picked", one.dataset.group === key);
}

const moves = {
  "first": () => 0,
  "last": () => last,
  "-": () => step - 1,
  "+": () => step + 1,
  "jump-": () => stops.filter((stop) => stop < step).pop() ?? 0,
  "jump+": () => stops.find((stop) => stop > step) ?? last,
};
const keys = {
  ArrowLeft: "-", ArrowRight: "+", PageUp: "jump-", PageDown: "jump+", Home: "first", End: "last",
};

addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
  const typing = ["INPUT", "SELECT"].includes(event.target.tagName);
  if (event.key === " " && !typing && !["BUTTON", "SUMMARY", "A"].includes(event.target.tagName)) {
    event.preventDefault();
    play(!playing);
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  show(moves[keys[event.key]]());
});
addEventListener("click", (event) => {
  const on = event.target.closest("[data-step], button");
  if (event.target.closest("a") || !on) return;
  if (on.dataset.go) show(moves[on.dataset.go]());
  else if (on.dataset.tab) tab((chosen = on.dataset.tab));
  else if (on.dataset.step) {
    show(Number(on.dataset.step));
    if (on.closest("#above")) document.querySelector("main").scrollIntoView();
  }
});
controls.number.addEventListener("change", () => show(Number(controls.number.value) || 0));
controls.slider.addEventListener("input", () => show(Number(controls.slider.value)));
controls.jumps.addEventListener("change", () => show(Number(controls.jumps.value)));

// A horizontal swipe over the boards is a step; a vertical one scrolls as usual.
let touched = null;
byId("boards").addEventListener("touchstart", (event) => (touched = event.changedTouches[0]), { passive: true });
byId("boards").addEventListener("touchend", (event) => {
  const end = event.changedTouches[0];
  const across = end.clientX - touched.clientX;
  if (Math.abs(across) < 40 || Math.abs(across) < 2 * Math.abs(end.clientY - touched.clientY)) return;
  show(step + (across < 0 ? 1 : -1));
});
const asked = () => location.hash.match(/^#step=(\d+)$/)?.[1];
// Show the step that the address names, or open the list with the clause that it names.
addEventListener("hashchange", () => {
  if (asked() !== undefined) show(Number(asked()));
  else if (location.hash.startsWith("#c-")) byId("clauses").open = true;
});
addEventListener("beforeprint", () => byId("clauses") && (byId("clauses").open = true));
makeRoom();  // the observer reports only after the first frame
show(Number(asked() ?? opens));
started = true;
