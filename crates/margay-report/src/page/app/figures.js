// Plots: worst cases by size, what benchmarks measure. Each with its numbers, to be opened.

async function showFigures() {
  const figures = await Promise.all(index.figures.map(async (entry) => figure(entry, await at(entry.place))));
  return [
    h("h1", index.title),
    index.stopped ? h("p.warning", index.stopped) : null,
    figures.length ? h("div.figures", figures) : h("p.soft", "nothing was measured"),
    runDetails(),
  ];
}

function figure({ title, about }, { svg: drawing, rows }) {
  const used = rows[0].map((heading, column) => heading || rows.slice(1).some((row) => row[column]));
  const cells = (row, kind) => row.filter((_, column) => used[column]).map((cell) => h(kind, cell));
  const numbers = h("table.numbers", h("thead", h("tr", cells(rows[0], "th"))), h("tbody", rows.slice(1).map((row) => h("tr", cells(row, "td")))));
  return h("section.figure", h("h3", title), svg(drawing), about ? h("p", about) : null, h("details", h("summary", "numbers"), numbers));
}
