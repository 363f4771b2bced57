// Repairs: the structure before, change by change, and after.

function showRepairs() {
  const rows = index.repairs;
  const list = new VirtualList({ height: 30, row: (place) => repairRow(rows[place]) });
  list.reset(rows.length);
  keys.down = () => rows.length && go({ repair: rows[0].number });
  return [h("h1", index.title), index.stopped ? h("p.warning", index.stopped) : null, facts(index.facts),
    h("h2", count(rows.length, "repair")), list.element];
}

function repairRow(entry) {
  const words = [count(entry.changes, "change"), entry.fresh ? `${entry.fresh} new` : null, entry.lost ? `${entry.lost} lost` : null];
  return h("a.row", { href: link({ repair: entry.number }) }, h("span.number", entry.number), h("span", words.filter((word) => word).join(", ")));
}

async function showRepair({ repair: wanted }) {
  const place = index.repairs.findIndex((entry) => entry.number === Number(wanted));
  if (place < 0) return notFound(`repair ${wanted}`);
  const entry = index.repairs[place];
  const data = await at(entry.place);
  const next = (by) => index.repairs[place + by] && go({ repair: index.repairs[place + by].number });
  keys.down = () => next(1);
  keys.up = () => next(-1);
  return [
    h("p.path", h("a", { href: "#" }, "repairs")),
    h("h1", `Structure ${thousands(entry.number)}`),
    data.stages.length ? stages(data) : [h("p.soft", "The structure is too large for a picture: this is what surrounds each change."), data.around.map(svg)],
    section("Result", h("pre", data.text)),
  ];
}

/** Pictures with a slider from before to after. */
function stages(data) {
  const last = data.stages.length - 1;
  const atOnce = last ? Math.ceil(data.changes.length / last) : 1;
  const holder = h("div.large");
  const words = h("p.where");
  const slider = h("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Before and after" });
  const list = h("ol.changes", data.changes.map((change, number) => h("li", { onclick: () => show(Math.floor(number / atOnce) + 1) }, change)));
  const show = (wanted) => {
    const stage = Math.max(0, Math.min(last, wanted));
    slider.value = stage;
    holder.replaceChildren(picture(data.stages[stage]) ?? "");
    words.textContent = stage === 0 ? "before" : stage === last ? "after all changes" : `after ${count(Math.min(stage * atOnce, data.changes.length), "change")}`;
    [...list.children].forEach((item, number) => {
      const of = Math.floor(number / atOnce) + 1;
      item.className = of === stage ? "chosen" : of < stage ? "done" : "";
    });
  };
  slider.addEventListener("input", () => show(Number(slider.value)));
  keys.right = () => show(Number(slider.value) + 1);
  keys.left = () => show(Number(slider.value) - 1);
  show(0);
  return [h("div.controls", slider, words), h("div.split.stages", holder, h("aside", h("h2", "Changes"), list))];
}
