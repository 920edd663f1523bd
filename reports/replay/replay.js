"use strict";
// Shows one step at a time: puts the drawings of the step into their places, and marks its lines.
const { drawings, changes, acting, jumps } = JSON.parse(document.getElementById("data").textContent);
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
    if (drawing !== slot.shown) slot.box.innerHTML = drawing < 0 ? "" : drawings[drawing];
    slot.shown = drawing;
    slot.box.classList.toggle("changed", step > 0 && since === step);
  }
  tell();
  controls.number.value = controls.slider.value = step;
  const reached = [...controls.jumps.options].filter((one, i) => i && Number(one.value) <= step);
  controls.jumps.selectedIndex = reached.length ? reached[reached.length - 1].index : 0;
  tab(chosen ?? (acting[step] || "table"));
  history.replaceState(null, "", `#step=${step}`);
}

function tell() {
  const now = parts.filter((part) => Number(part.dataset.step) === step);
  for (const part of parts) part.classList.toggle("now", now.includes(part));
  const lines = [...new Set(now.map((part) => part.parentElement))];
  byId("now").replaceChildren(...lines.map((line) => line.cloneNode(true)));
  const box = byId("telling");
  const before = parts.filter((part) => Number(part.dataset.step) <= step).pop();
  const here = lines[0] ?? (step ? before : null);
  if (here) box.scrollTop = here.offsetTop - box.offsetTop - 8;
}

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
  const typing = ["INPUT", "SELECT"].includes(event.target.tagName);
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

// A swipe along the boards is a step; one up or down scrolls, as ever.
let touched = null;
byId("boards").addEventListener("touchstart", (event) => (touched = event.changedTouches[0]), { passive: true });
byId("boards").addEventListener("touchend", (event) => {
  const end = event.changedTouches[0];
  const across = end.clientX - touched.clientX;
  if (Math.abs(across) < 40 || Math.abs(across) < 2 * Math.abs(end.clientY - touched.clientY)) return;
  show(step + (across < 0 ? 1 : -1));
});
const asked = () => location.hash.match(/^#step=(\d+)$/)?.[1];
// A step that the address names is shown; a clause that is pointed at is to be seen.
addEventListener("hashchange", () => {
  if (asked() !== undefined) show(Number(asked()));
  else if (location.hash.startsWith("#c-")) byId("clauses").open = true;
});
addEventListener("beforeprint", () => byId("clauses") && (byId("clauses").open = true));
show(Number(asked() ?? 0));
