// Which inputs of a method were searched together, and which line joined them.

/** Inputs on one circle; more are listed. */
const MOST_ON_CIRCLE = 48;

function showPartition({ partition: id }) {
  const number = methodById(id);
  const method = index.methods[number];
  if (number < 0 || !method.partition) return notFound(`partition of the inputs of ${id}`);
  const { blocks, joined = [], hubs = [], runs } = method.partition;
  return [
    h("p.path", h("a", { href: "#" }, "overview"), " › ", method.class, " › ", h("a", { href: link({ method: id }) }, method.text)),
    h("h1", "Inputs that belong together"),
    facts([["blocks", thousands(blocks.length)], ["inputs", thousands(new Set(blocks.flatMap((it) => it.inputs)).size)], ["runs", thousands(runs)],
      ...(hubs.length ? [["gone through one by one", hubs.join(", ")]] : [])]),
    h("div.blocks", blocks.map((it, place) => blockCard(it, place, joined))),
    section("Joined by", joined.length ? h("table.joined", joined.map((it) => h("tr", h("td", it.inputs.join(", ")), h("td", it.why), h("td", placeLink(it.place))))) : null),
  ];
}

function blockCard(of, place, joined) {
  const inside = joined.filter((it) => it.inputs.every((input) => of.inputs.includes(input)));
  return h("section.block", h("h2", `Block ${place + 1}: ${count(of.paths, "path")}`),
    of.when?.length ? h("p.soft", `when ${of.when.join(" and ")}`) : null,
    of.inputs.length > 1 && of.inputs.length <= MOST_ON_CIRCLE ? circle(of.inputs, inside) : h("p.chips", of.inputs.map((input) => h("span.chip", input))));
}

/** Inputs on a circle, with a line between those that met. */
function circle(inputs, joins) {
  const radius = Math.max(42, inputs.length * 9);
  const longest = Math.max(...inputs.map((input) => input.length)) * 7.4 + 14;
  const [width, height] = [2 * radius + 2 * longest, 2 * radius + 44];
  const middle = [width / 2, height / 2];
  const at = (input) => {
    const angle = (2 * Math.PI * inputs.indexOf(input)) / inputs.length - Math.PI / 2;
    return [middle[0] + radius * Math.cos(angle), middle[1] + radius * Math.sin(angle)];
  };
  const parts = [];
  for (const { inputs: met, why, place } of joins) {
    met.slice(1).forEach((input, before) => {
      const [[x1, y1], [x2, y2]] = [at(met[before]), at(input)];
      const line = place.match(/:(\d+)\)$/)?.[1];
      parts.push(`<path class="meets" d="M${x1},${y1} L${x2},${y2}"><title>${escaped(`${why} at ${place}`)}</title></path>`);
      if (line && joins.length <= 12) parts.push(`<text class="line" x="${(x1 + x2) / 2 + 5}" y="${(y1 + y2) / 2 + 4}">line ${line}</text>`);
    });
  }
  for (const input of inputs) {
    const [x, y] = at(input);
    const side = x > middle[0] + 1 ? "start" : x < middle[0] - 1 ? "end" : "middle";
    const dx = side === "start" ? 9 : side === "end" ? -9 : 0;
    const dy = side === "middle" ? (y < middle[1] ? -10 : 18) : 4;
    parts.push(`<circle class="input" cx="${x}" cy="${y}" r="5"/><text x="${x + dx}" y="${y + dy}" text-anchor="${side}">${escaped(input)}</text>`);
  }
  return svg(`<svg class="circle" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join("")}</svg>`);
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
