// A case: when it happens, the heap before and after, what comes of it, its test, and its lines.

async function showCase({ case: id, step }) {
  const found = caseById(id);
  if (!found) return notFound(`case ${id}`);
  const { method: number, place } = found;
  const method = index.methods[number];
  const entry = method.cases[place];
  const data = await at(entry[4]);
  const near = (by) => method.cases[place + by];
  const goNear = (by) => near(by) && go({ case: caseId(number, near(by)[0]) });
  keys.down = () => goNear(1);
  keys.up = () => goNear(-1);
  const button = (by, sign, what) => near(by)
    ? h("a.button", { href: link({ case: caseId(number, near(by)[0]) }), title: what }, sign)
    : h("span.button.off", sign);
  return [
    h("p.path", h("a", { href: "#" }, "overview"), " › ", method.class, " › ", h("a", { href: link({ method: method.id }) }, method.text)),
    h("h1", `Case ${entry[0]}`, h(`span.mood.${entry[1]}`, MOODS[entry[1]]),
      h("span.buttons", button(-1, "‹", "The case before (k)"), button(1, "›", "The next case (j)"), h("span.soft", `${place + 1} of ${thousands(method.cases.length)}`))),
    section("When", data.condition.length ? h("ul.condition", data.condition.map((fact) => h("li", fact))) : h("p", "always")),
    h("div.heaps", heapSide("Before", data.before, facts(data.inputs, "values"), asked(data.asked)), heapSide("After", data.after,
      h(`p.ending.${entry[1]}`, data.ending), facts(data.then, "values"), null)),
    section("Prints", data.printed ? h("pre", data.printed) : null),
    section("Not asserted", data.unasserted.length ? h("ul", data.unasserted.map((what) => h("li", what))) : null),
    tracePane(id, data, Number(step) || 0),
    section("Test", data.test ? copyable(data.test, "the test") : data.no_test ? h("p.warning", `no test: ${data.no_test}`) : null),
    section("Again", copyable(data.replay, "the command")),
  ];
}

const asked = (values) => facts(values.map((value, place) => [`value ${place + 1} asked for`, value]), "values");

function heapSide(title, drawing, ...words) {
  return h("section.heap", h("h2", title), words, picture(drawing));
}

/** The lines that a case takes, on the source. */
function tracePane(id, data, first) {
  const steps = data.trace.flatMap(([place, lines]) => lines.map((line) => ({ place, line })));
  if (!steps.length) return null;
  const holder = h("div.trace");
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
    where.textContent = `step ${current + 1} of ${steps.length}: ${place.class.split(".").pop()}.${place.name}, line ${step.line}`;
    if (place.source === null) {
      shownSource = null;
      holder.replaceChildren(h("p.soft", `There is no source of ${place.class}.`));
      return;
    }
    if (shownSource !== place.source) {
      shownSource = place.source;
      const source = await block(index.sources[place.source].block);
      code = new CodeView(source, (line) => nearest(line));
      holder.replaceChildren(code.element);
    }
    code.visited = new Set(steps.filter((it) => index.places[it.place].source === shownSource).map((it) => it.line));
    requestAnimationFrame(() => code.choose(step.line));
  };
  const move = (by) => {
    show(current + by);
    go({ case: id, step: current }, true);
  };
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
  return section("Trace",
    h("div.controls", control("«", () => -current, "To the beginning (Home)"), control("‹", () => -1, "Back (←)"), control("›", () => 1, "On (→)"), control("»", () => steps.length - 1 - current, "To the end (End)"), slider, where),
    data.trace_cut ? h("p.soft", `${thousands(data.trace_cut)} more steps are not shown`) : null, holder);
}
