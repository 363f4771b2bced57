// What `check` says of methods, and the outcomes of a program.

const VERDICTS = ["refuted", "unknown", "bounded", "proved"];

function showVerdicts() {
  const rows = [...index.verdicts].sort((one, other) => VERDICTS.indexOf(one.kind) - VERDICTS.indexOf(other.kind));
  const list = new VirtualList({ height: 30, row: (place) => verdictRow(rows[place]) });
  list.reset(rows.length);
  keys.down = () => rows.length && go({ verdict: rows[0].id });
  const tiles = VERDICTS.map((kind) => [kind, rows.filter((row) => row.kind === kind).length]).filter(([, number]) => number);
  return [
    h("h1", index.title),
    index.stopped ? h("p.warning", index.stopped) : null,
    h("div.tiles", tiles.map(([kind, number]) => h(`div.tile.verdict-${kind}`, h("b", thousands(number)), h("span", kind)))),
    rows.length ? list.element : h("p.soft", "nothing was checked"),
    runDetails(),
  ];
}

function verdictRow(entry) {
  return h("a.row", { href: link({ verdict: entry.id }), title: `${entry.method}: ${entry.property}\n${entry.brief}` },
    h(`span.mood.verdict-${entry.kind}`, entry.kind), h("span.when", `${entry.method}: ${entry.property}`), h("span.then", entry.brief));
}

async function showVerdict({ verdict: id, step }) {
  const place = index.verdicts.findIndex((entry) => entry.id === id);
  if (place < 0) return notFound(`verdict ${id}`);
  const entry = index.verdicts[place];
  const data = await at(entry.place);
  const near = (by) => index.verdicts[place + by] && go({ verdict: index.verdicts[place + by].id });
  keys.down = () => near(1);
  keys.up = () => near(-1);
  const { verdict } = data;
  const named = (pairs) => facts((pairs ?? []).map(({ name, value }) => [name, value]), "values");
  return [
    h("p.path", h("a", { href: "#" }, "verdicts")),
    h("h1", entry.method, h(`span.mood.verdict-${entry.kind}`, entry.kind)),
    facts([["property", entry.property], ["paths", thousands(data.paths)], ["steps", thousands(data.steps)], ["questions to the solver", thousands(data.queries)]]),
    section("By", verdict.by ? h("p", verdict.by) : null),
    section("For", verdict.bounds?.length ? h("ul", verdict.bounds.map((bound) => h("li", bound))) : null),
    section("Why nobody knows", verdict.reasons?.length ? h("ul", verdict.reasons.map((reason) => h("li", reason))) : null),
    section("Violation", verdict.violation ? [h("p.ending.crashed", verdict.violation), h("ul.stack", verdict.stack.map((call) => h("li", placeLink(call))))] : null),
    section("Given", named(verdict.inputs)),
    section("Asked for", named(verdict.asked)),
    await tracePane({ verdict: id }, { trace: data.trace, trace_cut: 0, watched: data.watched }, Number(step) || 0),
  ];
}

function showOutcomes() {
  const rows = index.outcomes;
  const list = new VirtualList({ height: 30, row: (place) => outcomeRow(rows[place], place) });
  list.reset(rows.length);
  keys.down = () => rows.length && go({ outcome: 0 });
  const bad = rows.filter((row) => !row.is_good).length;
  return [
    h("h1", index.title),
    index.stopped ? h("p.warning", index.stopped) : null,
    h("div.tiles", h("div.tile", h("b", thousands(rows.length)), h("span", "outcomes")), h(`div.tile${bad ? ".bad" : ""}`, h("b", thousands(bad)), h("span", "of them bad"))),
    list.element,
    runDetails(),
  ];
}

function outcomeRow(entry, place) {
  return h("a.row", { href: link({ outcome: place }), title: entry.brief }, h("span.number", place),
    h(`span.mood.${entry.is_good ? "returned" : "crashed"}`, entry.is_good ? "good" : "bad"), h("span.when", entry.brief), h("span.then", entry.printed));
}

async function showOutcome({ outcome: wanted }) {
  const place = Number(wanted);
  const entry = index.outcomes[place];
  if (!entry) return notFound(`outcome ${wanted}`);
  const data = await at(entry.place);
  const step = (by) => index.outcomes[place + by] && go({ outcome: place + by });
  keys.down = keys.right = () => step(1);
  keys.up = keys.left = () => step(-1);
  const stack = data.outcome.stack ?? [];
  return [
    h("p.path", h("a", { href: "#" }, "outcomes")),
    h("h1", `Outcome ${thousands(place)}`),
    h(`p.ending.${entry.is_good ? "returned" : "crashed"}`, entry.brief),
    facts([["decisions", entry.decisions || "none"], ["steps", thousands(data.steps)]]),
    section("Where", stack.length ? h("ul.stack", stack.map((call) => h("li", placeLink(call)))) : null),
    section("Prints", data.stdout ? h("pre", data.stdout) : null),
    section("Prints on standard error", data.stderr ? h("pre", data.stderr) : null),
  ];
}

/** What was run, to be opened. */
function runDetails() {
  return h("details.run", h("summary", "The run"), facts(index.facts), h("p.soft", `margay ${index.command}, version ${index.margay}`));
}
