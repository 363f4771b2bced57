// A case on the source, step by step: the line, and where it was recorded the variables and the heap.

/** The steps of a case: as they were watched, or lines alone. */
async function stepsOf(data) {
  if (data.watched) return at(data.watched);
  const steps = data.trace.flatMap(([place, lines]) => lines.map((line) => ({ place, line, depth: 0, variables: null, picture: null })));
  return { steps, pictures: [], cut: data.trace_cut, undrawn: 0 };
}

/** The pane of a trace; the address of where it is shown says which step it is at. */
async function tracePane(address, data, first) {
  const { steps, pictures, cut, undrawn } = await stepsOf(data);
  if (!steps.length) return null;
  const holder = h("div.codeholder");
  const values = h("div.values-now");
  const where = h("span.where");
  const slider = h("input", { type: "range", min: 0, max: steps.length - 1, value: 0, "aria-label": "Step" });
  let current = -1;
  let shownSource = null;
  let code = null;
  const show = async (wanted) => {
    current = Math.max(0, Math.min(steps.length - 1, wanted));
    slider.value = current;
    const step = steps[current];
    const place = index.places[step.place];
    where.textContent = `step ${current + 1} of ${thousands(steps.length)}: ${place.class.split(".").pop()}.${shortName(place.class, place.name)}, line ${step.line}${step.depth ? `, call depth ${step.depth}` : ""}`;
    values.replaceChildren(...valuesNow(step, pictures));
    if (place.source === null) {
      shownSource = null;
      holder.replaceChildren(h("p.soft", `There is no source of ${place.class}.`));
      return;
    }
    if (shownSource !== place.source) {
      shownSource = place.source;
      const source = await block(index.sources[place.source].block);
      code = new CodeView(source, (line) => nearest(line));
      code.visited = new Set(steps.filter((it) => index.places[it.place].source === shownSource).map((it) => it.line));
      holder.replaceChildren(code.element);
    }
    requestAnimationFrame(() => code.choose(step.line));
  };
  const move = (by) => {
    show(current + by);
    go({ ...address, step: current }, true);
  };
  // The next time that the line is reached, or else the first.
  const nearest = (line) => {
    const after = steps.findIndex((it, number) => number > current && it.line === line);
    const found = after >= 0 ? after : steps.findIndex((it) => it.line === line);
    if (found >= 0) move(found - current);
  };
  slider.addEventListener("input", () => move(Number(slider.value) - current));
  keys.right = () => move(1);
  keys.left = () => move(-1);
  keys.home = () => move(-current);
  keys.end = () => move(steps.length - 1 - current);
  show(first);
  const control = (sign, by, what) => h("button", { title: what, onclick: () => move(by()) }, sign);
  const notes = [cut ? `${count(cut, "more step")} not shown` : null, undrawn ? `${count(undrawn, "step")} without a picture` : null];
  return section("Trace",
    h("div.controls", control("«", () => -current, "To the beginning (Home)"), control("‹", () => -1, "Back (←)"), control("›", () => 1, "On (→)"),
      control("»", () => steps.length - 1 - current, "To the end (End)"), slider, where),
    notes.filter((note) => note).map((note) => h("p.soft", note)),
    h(`div.trace${steps[0].variables ? ".watched" : ""}`, holder, steps[0].variables ? values : null));
}

/** The variables before a line runs, and what they lead to. */
function valuesNow(step, pictures) {
  if (!step.variables) return [];
  const rows = step.variables.map(([name, value, isNew]) => h(`tr${isNew ? ".changed" : ""}`, h("td", name), h("td", value)));
  return [
    rows.length ? h("table.variables", rows) : h("p.soft", "no variables"),
    step.picture === null ? "" : picture(pictures[step.picture]),
  ];
}
