// The paths of methods as cases: what has to hold, how they end, what they leave behind.

function showSummaries() {
  const rows = index.summaries;
  const list = new VirtualList({ height: 30, row: (place) => summaryRow(rows[place]) });
  list.reset(rows.length);
  keys.down = () => rows.length && go({ summary: rows[0].id });
  return [
    h("h1", index.title),
    index.stopped ? h("p.warning", index.stopped) : null,
    rows.length ? list.element : h("p.soft", "no method was summarized"),
    runDetails(),
  ];
}

function summaryRow(entry) {
  return h("a.row", { href: link({ summary: entry.id }), title: entry.method }, h("span.when", entry.method), h("span.then", entry.count));
}

async function showSummary({ summary: id }) {
  const place = index.summaries.findIndex((entry) => entry.id === id);
  if (place < 0) return notFound(`summary ${id}`);
  const entry = index.summaries[place];
  const { cases, criterion } = await at(entry.place);
  const near = (by) => index.summaries[place + by] && go({ summary: index.summaries[place + by].id });
  keys.down = () => near(1);
  keys.up = () => near(-1);
  const row = (number) => summaryCase(cases[number], number + 1);
  return [
    h("p.path", h("a", { href: "#" }, "summaries")),
    h("h1", entry.method),
    facts([["found", entry.count], ["criterion", criterion]]),
    cases.length ? longTable("summary", ["case", "when", "ends", "leaves"], cases.length, row) : h("p.soft", "no path was followed to its end"),
  ];
}

function summaryCase({ condition, ends, effects }, number) {
  const lines = (texts) => texts.map((text) => h("div", text));
  const mood = ends.startsWith("throws") ? "threw" : "returned";
  return h("tr", h("td.count", number), h("td", condition.length ? lines(condition) : "always"), h(`td.${mood}`, ends), h("td", lines(effects)));
}

/** Rows of a table that are drawn at once; a button asks for more. */
const ROWS_AT_ONCE = 500;

/** A table of which the first rows are shown, and the rest when asked for. */
function longTable(name, headings, length, row) {
  const body = h("tbody");
  const more = h("p.soft");
  let shown = 0;
  const draw = () => {
    const end = Math.min(length, shown + ROWS_AT_ONCE);
    for (; shown < end; shown++) body.append(row(shown));
    more.replaceChildren(...(shown < length ? [`${thousands(length - shown)} not shown `, h("button", { onclick: draw }, "more")] : []));
  };
  draw();
  return h(`section.${name}`, h("table", h("thead", h("tr", headings.map((heading) => h("th", heading)))), body), more);
}
