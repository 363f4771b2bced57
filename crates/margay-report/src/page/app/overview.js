// Classes and methods with what is covered of them: those that crash first, then those with most to cover.

/** Classes, each with its methods, worst first. */
function classes() {
  const known = new Map(index.classes.map((entry) => [entry.name, { ...entry, rows: [] }]));
  const tested = new Map();
  index.methods.forEach((method, number) => tested.set(method.class + "." + method.name + method.descriptor, number));
  for (const entry of known.values()) {
    for (const covered of entry.methods) {
      const key = entry.name + "." + covered.name + covered.descriptor;
      entry.rows.push(methodRow(entry, tested.get(key), covered));
      tested.delete(key);
    }
  }
  for (const number of tested.values()) {
    const name = index.methods[number].class;
    if (!known.has(name)) known.set(name, { name, rows: [], lines: [0, 0], branches: [0, 0], source: null });
    known.get(name).rows.push(methodRow(known.get(name), number, null));
  }
  const all = [...known.values()];
  for (const entry of all) {
    entry.rows.sort(worstFirst);
    entry.crashes = entry.rows.reduce((sum, row) => sum + row.crashes, 0);
    entry.missing = missing(entry);
    entry.refuted = entry.rows.some((row) => row.refuted);
  }
  return all.sort(worstFirst);
}

const missing = ({ lines, branches }) => lines[1] - lines[0] + branches[1] - branches[0];

function methodRow(owner, number, covered) {
  const method = number === undefined ? null : index.methods[number];
  const { lines, branches } = covered ?? { lines: [0, 0], branches: [0, 0] };
  const crashes = method ? method.cases.filter((entry) => entry[1] === "crashed").length : 0;
  const name = method ? method.text : shortName(owner.name, covered.name);
  return { number, name, line: covered?.line, lines, branches, crashes, owner, missing: missing({ lines, branches }) };
}

function shortName(owner, name) {
  if (name === "<clinit>") return "static initializer";
  return name === "<init>" ? owner.split(/[.$]/).pop() : name;
}

function worstFirst(one, other) {
  return other.crashes - one.crashes || other.missing - one.missing || (one.name < other.name ? -1 : 1);
}

/** The pane: what was found in all, and the table of methods. */
function showOverview() {
  const rows = [];
  const closed = new Set();
  const list = new VirtualList({ height: 30, className: "methods", row: (number) => rows[number]() });
  const all = classes();
  const refresh = () => {
    rows.length = 0;
    for (const entry of all) {
      rows.push(() => classRow(entry, closed, refresh));
      if (!closed.has(entry)) entry.rows.forEach((row) => rows.push(() => tableRow(row)));
    }
    list.reset(rows.length);
  };
  refresh();
  return [
    h("h1", index.title),
    index.stopped ? h("p.warning", index.stopped) : null,
    totals(),
    all.length ? h("div.head.methodrow", h("span", "method"), h("span", "cases"), h("span", "crashes"), h("span", "lines"), h("span", "branches"), h("span", "paths")) : null,
    all.length ? list.element : null,
    runDetails(),
  ];
}

function totals() {
  const sum = (of) => index.methods.reduce((all, method) => all + of(method), 0);
  const crashes = sum((method) => method.cases.filter((entry) => entry[1] === "crashed").length);
  const share = (what) => index.classes.reduce(([a, b], entry) => [a + entry[what][0], b + entry[what][1]], [0, 0]);
  const tiles = [];
  const tile = (name, value, className = "") => tiles.push(h(`div.tile${className}`, h("b", value), h("span", name)));
  if (index.methods.length) {
    tile(index.methods.length === 1 ? "method" : "methods", thousands(index.methods.length));
    tile("cases", thousands(sum((method) => method.cases.length)));
    tile("crashes", thousands(crashes), crashes ? ".bad" : "");
  }
  for (const what of ["lines", "branches"]) {
    const part = percent(share(what));
    if (part !== null) tile(`${what} covered`, `${part.toFixed(part < 100 && part > 99 ? 1 : 0)} %`);
  }
  const given = sum((method) => method.losses.reduce((all, loss) => all + loss[2], 0));
  if (given) tile("given up", thousands(given), ".odd");
  return tiles.length ? h("div.tiles", tiles) : null;
}

function classRow(entry, closed, refresh) {
  const toggle = () => {
    closed.delete(entry) || closed.add(entry);
    refresh();
  };
  const cases = entry.rows.reduce((sum, row) => sum + (row.number === undefined ? 0 : index.methods[row.number].cases.length), 0);
  const href = entry.source === null ? null : link({ source: index.sources[entry.source].path });
  return h("div.row.methodrow.classrow", { onclick: toggle, title: entry.name },
    h("span", h("i.twist", closed.has(entry) ? "▸" : "▾"), entry.name,
      href ? h("a.quiet", { href, onclick: (event) => event.stopPropagation() }, "source") : null),
    h("span", thousands(cases)), crashCell(entry.crashes), bar(entry.lines, "lines"), bar(entry.branches, "branches"), h("span"));
}

function tableRow(row) {
  const method = row.number === undefined ? null : index.methods[row.number];
  const source = row.owner.source === null ? null : { source: index.sources[row.owner.source].path, line: row.line ?? 1 };
  const to = method ? { method: method.id } : source;
  return h(to ? "a.row.methodrow" : "div.row.methodrow", to ? { href: link(to), title: row.name } : { title: row.name },
    h("span.name", { class: method ? "name" : "name soft" }, row.name),
    h("span", method ? thousands(method.cases.length) : "–"), crashCell(row.crashes),
    bar(row.lines, "lines"), bar(row.branches, "branches"), h("span", method ? thousands(method.paths) : ""));
}

const crashCell = (crashes) => (crashes ? h("span.crashes", thousands(crashes)) : h("span.soft", "–"));

/** The pane of a method: its cases, and what was given up. */
function showMethod({ method: id }) {
  const number = methodById(id);
  if (number < 0) return notFound(`the method ${id}`);
  const method = index.methods[number];
  const list = new VirtualList({ height: 30, row: (place) => caseRow(number, method.cases[place]) });
  list.reset(method.cases.length);
  keys.down = () => method.cases.length && go({ case: caseId(number, method.cases[0][0]) });
  return [
    h("p.path", h("a", { href: "#" }, "overview"), " › ", method.class),
    h("h1", method.text),
    facts([
      ["cases", thousands(method.cases.length)], ["paths", thousands(method.paths)],
      ["steps", thousands(method.steps)], ["questions to the solver", thousands(method.queries)],
      ...(method.precondition ? [["only inputs for which", method.precondition]] : []),
    ]),
    method.stopped ? h("p.warning", method.stopped) : null,
    methodLinks(method),
    method.cases.length ? list.element : h("p.soft", "no case was found"),
    section("What cases cost", method.profiles.map((profile) => svg(profile))),
    section("Given up", method.losses.length ? lossTable(method.losses) : null),
  ];
}

function methodLinks(method) {
  const owner = index.classes.find((entry) => entry.name === method.class);
  const covered = owner?.methods.find((it) => it.name === method.name && it.descriptor === method.descriptor);
  const links = [];
  if (owner && owner.source !== null) {
    links.push(h("a.tab", { href: link({ source: index.sources[owner.source].path, line: covered?.line ?? 1 }) }, "source"));
  }
  if (method.tree !== null) links.push(h("a.tab", { href: link({ tree: method.id }) }, "search tree"));
  if (method.partition) links.push(h("a.tab", { href: link({ partition: method.id }) }, "partition of inputs"));
  return links.length ? h("nav.tabs", links) : null;
}

function lossTable(losses) {
  return h("table.losses", losses.map(([kind, what, times]) => h("tr", h("td", kind), h("td", what), h("td.count", thousands(times)))));
}

function notFound(what) {
  return [h("h1", "Not here"), h("p", `There is no ${what} in this report. `, h("a", { href: "#" }, "What there is"))];
}
