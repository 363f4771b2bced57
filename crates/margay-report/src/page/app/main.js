// The frame: where panes go, which one is asked for, keys.

const main = h("main", { tabindex: -1 });
const side = h("nav.side");

/** What keys do in the present pane. */
let keys = {};

const PANES = {
  case: showCase,
  method: showMethod,
  source: showSource,
  tree: showTree,
  partition: showPartition,
  structures: showStructures,
  structure: showStructure,
  compare: showCompare,
  repair: showRepair,
  verdict: showVerdict,
  outcome: showOutcome,
  summary: showSummary,
};

/** What is shown if nothing is asked for. */
function home() {
  if (index.repairs.length || index.command === "repair") return showRepairs();
  if (index.command === "check") return showVerdicts();
  if (index.command === "run") return showOutcomes();
  if (index.command === "summarize") return showSummaries();
  if (index.figures.length || index.command === "bench") return showFigures();
  if (index.command === "enumerate") return showStructures({});
  return showOverview();
}

let shows = 0;

async function show() {
  const run = ++shows;
  keys = {};
  const wanted = route();
  const name = Object.keys(PANES).find((key) => key in wanted);
  let content;
  try {
    content = await (name ? PANES[name](wanted) : home());
  } catch (error) {
    console.error(error);
    content = [h("h1", "This cannot be shown"), h("p.warning", String(error))];
  }
  if (run !== shows) return;
  main.replaceChildren(...content.flat().filter((child) => child));
  main.scrollTop = 0;
  mark(wanted);
}

// ---- the side ----

let sideRows = [];
let sideList = null;

/** The methods on the side, with a field to find them by. */
function makeSide() {
  side.append(h("a.brand", { href: "#" }, "Margay"));
  if (index.methods.length) {
    const field = h("input", { type: "search", placeholder: "filter methods (/)", "aria-label": "Filter methods" });
    sideList = new VirtualList({ height: 26, row: (number) => sideRow(sideRows[number]) });
    const all = classes();
    const refresh = () => {
      const wanted = field.value.trim().toLowerCase();
      sideRows = [];
      for (const entry of all) {
        const rows = entry.rows.filter((row) => row.number !== undefined && (entry.name + "." + row.name).toLowerCase().includes(wanted));
        if (rows.length) sideRows.push({ of: entry }, ...rows);
      }
      sideList.reset(sideRows.length);
    };
    field.addEventListener("input", refresh);
    side.append(field, sideList.element);
    side.dataset.filter = "";
    refresh();
  }
  if (structures.length) side.append(h("a.sidelink", { href: link({ structures: "" }) }, count(structures.length, "structure")));
  if (index.sources.length) side.append(h("a.sidelink", { href: link({ source: index.sources[0].path }) }, count(index.sources.length, "source file")));
  side.append(h("button.sidelink", { onclick: help }, "keys (?)"));
}

function sideRow(row) {
  if (row.of) return h("div.row.sideclass", { title: row.of.name }, row.of.name.split(".").pop());
  const method = index.methods[row.number];
  return h("a.row" + (method.id === chosenMethod ? ".chosen" : ""), { href: link({ method: method.id }), title: method.text },
    h("span.name", method.text.split("(")[0]), row.crashes ? h("span.crashes", row.crashes) : h("span.soft", method.cases.length));
}

let chosenMethod = null;

/** Marks on the side what is shown. */
function mark({ method, case: id }) {
  chosenMethod = method ?? (id ? id.slice(0, id.lastIndexOf("-")) : null);
  if (!sideList) return;
  sideList.clear();
  const place = sideRows.findIndex((row) => !row.of && index.methods[row.number].id === chosenMethod);
  if (place >= 0) sideList.reveal(place);
  else sideList.draw();
}

// ---- keys ----

const KEYS = {
  j: "down", ArrowDown: "down", k: "up", ArrowUp: "up",
  ArrowRight: "right", l: "right", ArrowLeft: "left", h: "left", Home: "home", End: "end",
};

const HELP = [
  ["j, ↓ / k, ↑", "next / previous case, structure, line"], ["→, l / ←, h", "next / previous step of a trace or repair"],
  ["Home / End", "first / last step"], ["/", "search"], ["o", "overview"], ["u, Backspace", "up"], ["?", "this help"], ["Esc", "close, leave a field"],
];

const dialog = h("dialog", h("h2", "Keys"), facts(HELP), h("p", h("button", { onclick: () => dialog.close() }, "close")));

const help = () => dialog.showModal();

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
  const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "range";
  if (event.key === "Escape" && isField) return event.target.blur();
  if (isField) return;
  const action = keys[KEYS[event.key]] ?? commands[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

const commands = {
  "?": help,
  o: () => (location.hash = ""),
  "/": () => (keys.search ? keys.search() : side.querySelector("input")?.focus()),
  u: up,
  Backspace: up,
};

/** From a case to its method, from anything else to the beginning. */
function up() {
  const { case: id } = route();
  if (id && caseById(id)) go({ method: id.slice(0, id.lastIndexOf("-")) });
  else location.hash = "";
}

async function start() {
  index = await unpack("index");
  structures = new Series(index.structures);
  drawings = new Series(index.drawings);
  makeSide();
  document.body.append(side, main, dialog);
  document.addEventListener("keydown", pressed);
  window.addEventListener("hashchange", show);
  await show();
  document.body.dataset.ready = "yes";
}

start().catch((error) => {
  console.error(error);
  document.body.append(h("p.warning", `This page cannot be shown: ${error}`));
});
