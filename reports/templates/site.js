// Interactive parts of the pages: sorting, filtering and searching tables, a search over the whole
// report, and a filter of the rules. Without JavaScript the pages still show everything.
// Anything from the data is inserted as text, never as markup.
"use strict";

const root = document.currentScript.dataset.root;

/** Text without accents and case, so that "buro" finds "Büro". */
const plain = (text) =>
  text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/ß/g, "ss").toLowerCase();
const wordsOf = (text) => plain(text).split(/\s+/).filter(Boolean);

function make(tag, attributes = {}, ...children) {
  const one = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in one && typeof value !== "string") one[name] = value;
    else one.setAttribute(name, value);
  }
  one.append(...children);
  return one;
}

// ---- The state of the tables, saved in the address so that a view can be shared as a link.

const readState = () => new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");

function writeState(id, state) {
  const all = readState();
  for (const name of [...all.keys()]) if (name.startsWith(`${id}.`)) all.delete(name);
  for (const [name, value] of Object.entries(state)) all.set(`${id}.${name}`, value);
  history.replaceState(null, "", `#${all}`);
}

// ---- A table: its rows, and the values by which each cell is sorted and filtered.

/** A table with at most this many rows gets no controls, unless it has a filter. */
const FEW = 8;

class Tool {
  constructor(table) {
    this.table = table;
    this.id = table.id.replace(/^table-/, "");
    this.heads = [...table.tHead.rows[0].cells];
    this.rows = [...table.tBodies[0].rows].map((row, index) => ({
      row, index, text: plain(row.textContent), cells: [...row.cells],
    }));
    this.filters = this.heads.flatMap((head, column) =>
      head.dataset.filter === undefined ? [] : [{ column, start: head.dataset.filter }]);
    this.least = this.heads.findIndex((head) => head.dataset.least !== undefined);
    this.names = this.heads.map((head) => head.textContent.trim());
    this.first = this.heads.findIndex((head) => head.ariaSort);
    this.controls();
    this.heads.forEach((head, column) => {
      const button = make("button", { type: "button" }, ...head.childNodes);
      button.addEventListener("click", () => this.turn(column));
      head.append(button);
    });
    this.load();
  }

  controls() {
    const line = make("form", { class: "controls", role: "search", "aria-label": `Choose rows of ${this.table.caption?.textContent ?? "the table"}` });
    this.find = make("input", { type: "search", placeholder: "name, words …", "aria-label": "Search" });
    line.append(make("label", {}, "Search ", this.find));
    for (const filter of this.filters) {
      const values = [...new Set(this.rows.map(({ cells }) => this.value(cells[filter.column])))];
      const sizes = new Map(values.map((one) => [one, one === "–" ? Infinity : parseFloat(one)]));
      if (![...sizes.values()].some(Number.isNaN)) values.sort((one, other) => sizes.get(one) - sizes.get(other));
      filter.select = make("select", {}, make("option", { value: "" }, "all"));
      filter.select.append(...values.map((one) => make("option", { value: one }, one)));
      filter.label = make("label", {}, `${this.names[filter.column]} `, filter.select);
      filter.label.hidden = values.length < 2;
      line.append(filter.label);
    }
    if (this.least >= 0) {
      this.number = make("input", { type: "number", min: "0", step: "500", placeholder: "0" });
      line.append(make("label", {}, `At least … ${this.names[this.least].toLowerCase()} `, this.number));
    }
    this.count = make("output", { "aria-live": "polite" });
    this.reset = make("button", { type: "button" }, "Reset");
    this.get = make("a", { class: "download", href: "#", download: `${this.id}.csv` }, "Download (CSV)");
    line.append(make("span", { class: "after" }, this.count, this.reset, this.get));
    line.addEventListener("submit", (event) => event.preventDefault());
    line.addEventListener("input", () => this.changed());
    this.reset.addEventListener("click", () => { writeState(this.id, {}); this.load(); });
    this.get.addEventListener("click", () => { this.get.href = this.csv(); });
    const choices = this.number || this.filters.some(({ label }) => !label.hidden);
    line.hidden = this.rows.length <= FEW && !choices;
    this.table.parentElement.before(line);
  }

  value(cell) {
    return (cell.querySelector(".verdict") || cell).textContent.replace(/^[▲▼=?–]\s+/, "").trim();
  }

  /** Read the state from the address; anything missing there gets its default. */
  load() {
    const all = readState();
    const said = (name, other) => all.get(`${this.id}.${name}`) ?? other;
    this.find.value = said("q", "");
    for (const { column, start, select } of this.filters) select.value = said(this.names[column], start);
    if (this.number) this.number.value = said("least", "");
    this.column = this.names.indexOf(said("sort", ""));
    this.direction = said("order", "down") === "up" ? 1 : -1;
    this.show();
  }

  changed() {
    const state = {};
    if (this.find.value) state.q = this.find.value;
    for (const { column, start, select } of this.filters)
      if (select.value !== start) state[this.names[column]] = select.value;
    if (this.number && this.number.value) state.least = this.number.value;
    if (this.column >= 0)
      Object.assign(state, { sort: this.names[this.column], order: this.direction > 0 ? "up" : "down" });
    writeState(this.id, state);
    this.show();
  }

  turn(column) {
    const numbers = this.rows.some(({ cells }) => cells[column].dataset.v !== undefined);
    const now = this.heads[column].ariaSort;
    this.column = column;
    this.direction = now ? (now === "ascending" ? -1 : 1) : numbers ? -1 : 1;
    this.changed();
  }

  key(cell) {
    if (cell.dataset.v !== undefined) return Number(cell.dataset.v);
    const text = cell.textContent.trim();
    const number = Number(text.replace(/,(?=\d{3})|\s/g, "").replace("−", "-").replace(/krones?$/, ""));
    return text === "–" ? NaN : Number.isNaN(number) ? plain(text) : number;
  }

  compare(a, b) {
    const [x, y] = [this.key(a.cells[this.column]), this.key(b.cells[this.column])];
    const [nox, noy] = [Number.isNaN(x), Number.isNaN(y)];
    if (nox || noy) return nox - noy || a.index - b.index;
    const order = typeof x === "number" && typeof y === "number"
      ? x - y : String(x).localeCompare(String(y), "en", { numeric: true });
    return this.direction * order || a.index - b.index;
  }

  show() {
    const words = wordsOf(this.find.value);
    const least = Number(this.number?.value || 0);
    const keep = ({ text, cells }) =>
      words.every((word) => text.includes(word)) &&
      this.filters.every(({ column, select }) => !select.value || this.value(cells[column]) === select.value) &&
      (!least || this.key(cells[this.least]) >= least);
    let shown = 0;
    for (const one of this.rows) {
      one.shown = keep(one);
      one.row.hidden = !one.shown;
      shown += one.shown;
    }
    const order = this.column < 0 ? [...this.rows] : [...this.rows].sort((a, b) => this.compare(a, b));
    this.table.tBodies[0].append(...order.map(({ row }) => row));
    this.order = order;
    this.heads.forEach((head, column) => {
      if (column === (this.column < 0 ? this.first : this.column))
        head.ariaSort = this.column >= 0 && this.direction > 0 ? "ascending" : "descending";
      else head.removeAttribute("aria-sort");
    });
    // Hide a column that is filtered to one value: it would be the same in every row.
    for (const { column, select } of this.filters) {
      const said = column > 0 && Boolean(select.value);
      for (const cell of [this.heads[column], ...this.rows.map(({ cells }) => cells[column])]) cell.hidden = said;
    }
    this.count.textContent = `${shown} of ${this.rows.length} rows`;
    this.table.classList.add("live");
  }

  /** The visible rows for a spreadsheet, with the bounds of estimates in separate columns. */
  csv() {
    const seen = this.heads.map((head, column) => column).filter((column) => !this.heads[column].hidden);
    const wide = (column) => this.rows.some(({ cells }) => cells[column].dataset.l !== undefined);
    const quoted = (text) => {
      const safe = /^[=+@\t-]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
      return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    };
    const head = seen.flatMap((column) => wide(column)
      ? [this.names[column], `${this.names[column]}: low`, `${this.names[column]}: high`] : [this.names[column]]);
    const lines = this.order.filter((one) => one.shown).map(({ cells }) => seen.flatMap((column) => {
      const { v, l = "", h = "" } = cells[column].dataset;
      if (wide(column)) return [v ?? "", l, h];
      if (v !== undefined) return [v];
      const link = cells[column].querySelector("a:not(.here)");
      return [(link || cells[column].querySelector(".verdict") || cells[column]).textContent
        .replace(/^[▲▼=?–]\s+/, "").replace(/(?<=\d),(?=\d{3})/g, "").replace(/\s+/g, " ").trim()];
    }));
    const text = [head, ...lines].map((line) => line.map(quoted).join(",")).join("\r\n");
    return `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${text}\r\n`)}`;
  }

  /** Make a row of this table visible, clearing any filter that hides it. */
  reveal(row) {
    if (!row.hidden) return;
    this.find.value = "";
    if (this.number) this.number.value = "";
    for (const { column, select } of this.filters) select.value = select.value && this.value(row.cells[column]);
    this.show();
  }
}

const tools = [...document.querySelectorAll("table.tool")].map((table) => new Tool(table));

// ---- Long tables show their first rows and a button for all of them: compact tables on every screen,
// others only where each row is displayed as a card.

const MANY = 12;
for (const table of document.querySelectorAll("main table")) {
  if (!(table.tBodies[0]?.rows.length > MANY)) continue;
  const button = make("button", { type: "button", class: "all-rows" }, `Show all ${table.tBodies[0].rows.length} rows`);
  button.addEventListener("click", () => table.classList.add("whole"));
  table.classList.add("long");
  table.after(button);
}

/** Go to the target of the address, even if it is filtered out or inside a closed section. */
function arrive() {
  if (location.hash.includes("=")) {
    tools.forEach((tool) => tool.load());
    const one = tools.find((tool) => [...readState().keys()].some((name) => name.startsWith(`${tool.id}.`)));
    one?.table.parentElement.previousElementSibling.scrollIntoView();
    return;
  }
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let one = target.closest("details"); one; one = one.parentElement.closest("details")) one.open = true;
  tools.find((tool) => tool.table.contains(target))?.reveal(target);
  target.closest("table.long")?.classList.add("whole");
  target.scrollIntoView();
}
addEventListener("hashchange", arrive);
if (location.hash) arrive();

// ---- The rules: show only clauses that contain all the words typed.

const filter = document.querySelector(".filter");
if (filter) {
  const [find, hits] = [filter.querySelector("input"), filter.querySelector("output")];
  const articles = [...document.querySelectorAll("article.clause")];
  const texts = articles.map((article) => plain(article.textContent));
  filter.hidden = false;
  find.addEventListener("input", () => {
    const words = wordsOf(find.value);
    let shown = 0;
    articles.forEach((article, i) => {
      article.hidden = !words.every((word) => texts[i].includes(word));
      shown += !article.hidden;
    });
    document.querySelectorAll("main > section").forEach((section) => {
      const own = [...section.querySelectorAll("article.clause")];
      if (own.length) section.hidden = own.every((article) => article.hidden);
    });
    hits.textContent = words.length ? `${shown} of ${articles.length}` : "";
  });
}

// ---- Search over cards, rules, rulings, findings and glossary. The index is loaded on first use.

const box = document.querySelector(".find");
if (box) {
  const [input, list] = [box.querySelector("input"), box.querySelector("ol")];
  let entries = null;
  let at = -1;
  box.hidden = false;
  const load = () => {
    if (entries) return;
    entries = [];
    const script = make("script", { src: `${root}index.js` });
    script.addEventListener("load", () => {
      entries = window.gahIndex.map(([kind, title, also, href]) => (
        { kind, title, href, name: plain(title), text: plain(`${title} ${also} ${kind}`) }));
      entries.forEach((one) => { one.parts = [...new Set(one.text.match(/[a-z0-9]{4,}/g) || [])]; });
      look();
    });
    document.head.append(script);
  };
  // Words that readers type, and the pages' words for them.
  const synonyms = {
    overpriced: "cost", underpriced: "cost", expensive: "cost", cheap: "cost", price: "cost",
    overpowered: "strong", underpowered: "weak", useless: "weak", broken: "strong",
    nerf: "change", buff: "change", fix: "change", strategy: "worth", tactics: "worth", tips: "worth",
    advice: "worth", replay: "reproduce", rerun: "reproduce", combo: "together", synergy: "together",
    expansion: "module", waltz: "module", bot: "player", ai: "player", program: "player",
    elo: "rating", ranking: "rating", errata: "ruling", faq: "ruling", ambiguity: "open",
    points: "vp", score: "vp", money: "krone", coins: "krone", auction: "bid", randomness: "luck",
    dish: "goods", food: "goods", strongest: "strong", weakest: "weak", best: "strong", worst: "weak",
    favour: "advantage", favor: "advantage", fair: "balanced", differently: "differ",
  };
  // Words that say nothing about the subject of a question.
  const idle = new Set(("a an and any anyone are at between by can did do does for from go how i in is it me much my of on or"
    + " should so that the there they this to was what when where which who why will with would").split(" "));
  /** The words to search for: those that are not idle, or all if every word is. */
  const askedFor = (text) => {
    const words = wordsOf(text.replace(/[?!.,;:“”"]/g, " "));
    const telling = words.filter((word) => !idle.has(word));
    return telling.length ? telling : words;
  };
  /** Do the words differ by at most one letter added, left out, changed or swapped with the next? */
  const nearly = (one, other) => {
    if (Math.abs(one.length - other.length) > 1) return false;
    let i = 0;
    while (i < one.length && one[i] === other[i]) i++;
    const [a, b] = [one.slice(i), other.slice(i)];
    return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)
      || (a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
  };
  /** The best of the scores of a word, its singular, and a verb without its ending. */
  const scoreOf = (one, word) => Math.max(scoreAs(one, word),
    word.length > 3 && word.endsWith("s") ? scoreAs(one, word.replace(/ies$/, "y").replace(/s$/, "")) : -1,
    word.length > 5 && word.endsWith("ed") ? scoreAs(one, word.slice(0, -2)) : -1);
  const scoreAs = ({ name, text, parts }, word) => {
    if (name.startsWith(word)) return 4;
    if (name.includes(` ${word}`)) return 3;
    if (name.includes(word)) return 2;
    if (text.includes(word)) return 1;
    if (Object.hasOwn(synonyms, word) && text.includes(synonyms[word])) return 0.5;
    return word.length > 3 && parts.some((part) => nearly(part, word)) ? 0.4 : -1;
  };
  /** How well an entry matches; a missing word costs more than any other word can add. A card that is
      named in full comes first, then a question before the rules and figures that have its words. */
  const place = (one, words) => {
    const scores = words.map((word) => scoreOf(one, word));
    const found = scores.filter((score) => score >= 0);
    const missing = scores.length - found.length;
    if (missing > words.length / 2) return null;
    return found.reduce((sum, score) => sum + score, 0) - 5 * missing
      + (one.kind === "Question" ? 2.5 : 0) + (wordsOf(one.name).every((part) => words.includes(part)) ? 5 : 0)
      - one.name.length / 1000;
  };
  const look = () => {
    const words = askedFor(input.value);
    const found = words.length ? (entries || []).map((one) => ({ ...one, score: place(one, words) }))
      .filter((one) => one.score !== null).sort((a, b) => b.score - a.score) : [];
    list.replaceChildren(...found.slice(0, 12).map((one, index) => make("li", { role: "option", id: `hit-${index}` },
      make("a", { href: root + one.href, tabIndex: -1 }, make("span", {}, one.kind), ` ${one.title}`))));
    if (words.length && !found.length && entries?.length) list.append(make("li", { class: "none" }, "nothing found"));
    at = -1;
    list.hidden = !list.children.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
  };
  const mark = (next) => {
    const all = [...list.querySelectorAll("a")];
    if (!all.length) return;
    at = (next + all.length) % all.length;
    all.forEach((one, index) => one.parentElement.setAttribute("aria-selected", String(index === at)));
    input.setAttribute("aria-activedescendant", `hit-${at}`);
  };
  input.addEventListener("focus", load);
  input.addEventListener("input", () => { load(); look(); });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") mark(at + 1);
    else if (event.key === "ArrowUp") mark(at - 1);
    else if (event.key === "Enter") list.querySelectorAll("a")[Math.max(at, 0)]?.click();
    else if (event.key === "Escape") { input.value = ""; look(); }
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => { if (!box.contains(event.target)) list.hidden = true; });
  list.addEventListener("click", () => { list.hidden = true; });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, select, textarea")) { input.focus(); event.preventDefault(); }
  });
}
