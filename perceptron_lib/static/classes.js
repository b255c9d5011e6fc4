// Three classes: the regions of one-vs-all and of one-vs-one, and where two rules differ.
import {
  CLASSES,
  Plane,
  button,
  change,
  choice,
  clip,
  figure,
  movable,
  number,
  put,
  row,
  slider,
  svg,
  write,
} from "./draw.js";
import { score } from "./learn.js";
import { PAIRS, area, differences, machines, predict, regions } from "./multiclass.js";

const QUESTION =
  "Where do one-vs-all and one-vs-one disagree? Then move one point so that one-vs-all gets an example wrong, and " +
  "one-vs-one by votes none.";
const shared = ["points", "labels", "passes", "rule", "other"];

const RULES = [
  ["one-vs-all", "one-vs-all"],
  ["votes", "one-vs-one, votes"],
  ["scores", "one-vs-one, scores"],
];
const PASSES = 100; // at most

function render({ model, el }) {
  const get = (name) => model.get(name);
  const frame = () => [get("window").slice(0, 2), get("window").slice(2)];
  const [x, y] = frame();
  const label = "Points of three classes, and the region that a rule gives to each class";
  const plane = new Plane({ label, x, y, names: get("names"), height: 330 });
  const path = (style, attributes = {}) => plane.back.appendChild(svg("path", { style, ...attributes }));

  // Each piece is outlined, so that one-vs-one by votes shows where it had to break a tie.
  const sides = CLASSES.map((name) => path("stroke: var(--live-ink); stroke-width: 1.6", { fill: plane.fill(name) }));
  const dots = { id: `${plane.id}-dots`, width: 5, height: 5, patternUnits: "userSpaceOnUse" };
  plane.svg.firstChild.append(svg("pattern", dots, svg("circle", { cx: 2.5, cy: 2.5, r: 1.1, fill: "currentColor" })));
  const apart = path("", { fill: plane.fill("dots") });
  const lines = PAIRS.map(() => path("stroke: var(--live-soft); stroke-width: 1"));
  const names = lines.map(() => plane.middle.appendChild(svg("text", { class: "live-note", "text-anchor": "middle" })));
  plane.axes.before(
    svg(
      "g",
      { "aria-hidden": "true" },
      svg("rect", { x: plane.left, y: 315, width: 24, height: 12, fill: plane.fill("dots"), stroke: "currentColor" }),
      svg("text", { x: plane.left + 30, y: 326 }, "the two rules differ"),
    ),
  );

  let rules = {};
  const picked = (name) => (RULES.find(([rule]) => rule === get(name)) ?? RULES[0])[0]; // an address may say anything
  const own = () => get("labels")[marks.chosen];
  const alone = () => get("labels").filter((label) => label === own()).length < 2; // the last of its class
  const next = () => {
    if (!alone()) change(model, { labels: get("labels").with(marks.chosen, (own() + 1) % 3) });
  };
  const remove = () => {
    if (alone()) return;
    const without = (name) => get(name).filter((_, i) => i !== marks.chosen);
    change(model, { points: without("points"), labels: without("labels") });
    marks.draw();
  };
  const add = () => {
    if (get("points").length >= 300) return;
    change(model, { points: [...get("points"), plane.place(get("points").length)], labels: [...get("labels"), own()] });
    marks.focus(get("points").length - 1);
  };
  const right = (rule) => get("points").filter((at, i) => predict(rules[rule], at) === get("labels")[i]).length;
  const marks = movable(plane, {
    list: () =>
      get("points").map((at, i) => {
        const [label, found] = [get("labels")[i], predict(rules[picked("rule")], at)];
        const name = `point ${i + 1}, class ${label}${label === found ? "" : `, taken for ${found}`}`;
        return { at, mark: CLASSES[label], note: label === found ? "" : "wrong", name };
      }),
    move: (i, at) => change(model, { points: get("points").with(i, at) }),
    act: (i, key) => (key === "Enter" ? next() : remove()),
    select: () => permit(),
  });
  const permit = () => {
    buttons[1].disabled = buttons[2].disabled = alone();
  };

  const buttons = [
    button("Add a point", add, "Add a point of the circled one's class"),
    button("Next class", next, "Give the circled point the next class"),
    button("Delete", remove, "Delete the circled point"),
  ];
  const choices = [
    ["regions of", "rule"],
    ["compared with", "other"],
  ].map(([text, name]) =>
    choice(
      text,
      RULES,
      () => picked(name),
      (value) => change(model, { [name]: value }),
    ),
  );
  const range = { min: 1, max: PASSES, step: 1 };
  const passes = slider(
    "passes, at most",
    range,
    () => get("passes"),
    (value) => change(model, { passes: value }),
  );

  // Where the lines leave the frame they are named, each at the end that is farther from the names before it.
  function tag(runs) {
    const placed = [];
    runs.forEach(({ w, b }, r) => {
      const ends = clip(plane.corners, w, b).filter((p) => Math.abs(score(w, b, p)) < 1e-9 * Math.hypot(...w));
      const places = ends.map(([x, y]) => [
        Math.min(plane.right - 24, Math.max(plane.left + 24, plane.px(x))),
        Math.min(plane.bottom - 5, Math.max(plane.top + 28, plane.py(y))),
      ]);
      const gap = (p) => Math.min(...placed.map((q) => Math.hypot(p[0] - q[0], 2 * (p[1] - q[1]))));
      const [x, y] = places.reduce((best, p) => (gap(p) > gap(best) ? p : best), places[0] ?? []);
      if (places.length) placed.push([x, y]);
      write(names[r], !places.length ? "" : picked("rule") === "one-vs-all" ? `${r} or not` : PAIRS[r].join(" or "));
      put(names[r], "x", x);
      put(names[r], "y", y);
    });
  }

  return figure(model, el, {
    question: QUESTION,
    shared,
    parts: [plane.svg, row(...choices), passes, row(...buttons)],
    help:
      "Tab goes from point to point (Page Up and Page Down where there are many). The arrow keys move a point, " +
      "with Shift ten times as far; Enter gives it the next class, Delete removes it.",
    draw() {
      const [points, rule, other] = [get("points"), picked("rule"), picked("other")];
      plane.show(...frame(), get("names"));
      rules = machines(points, get("labels"), Math.min(PASSES, get("passes")));
      const pieces = regions(rules[rule], plane.corners);
      const differing = differences(rules[rule], rules[other], plane.corners);
      const outline = (list) => list.map(({ corners }) => plane.path(corners, true)).join("");
      sides.forEach((side, k) => put(side, "d", outline(pieces.filter(({ label }) => label === k))));
      put(apart, "d", outline(differing));
      rules[rule].runs.forEach(({ w, b }, r) => put(lines[r], "d", plane.line(w, b)));
      tag(rules[rule].runs);
      marks.draw();
      permit();
      for (const control of [...choices, passes]) control.draw();

      const rest = (name) => rules[name].runs.filter((run) => run.rest).length;
      const share = differing.reduce((sum, { corners }) => sum + area(corners), 0) / area(plane.corners);
      return [
        `Right, of ${points.length} points: ${RULES.map(([name]) => `${name} ${right(name)}`).join(", ")}.`,
        `At rest: ${rest("one-vs-all")} of 3 one-vs-all perceptrons, ${rest("votes")} of 3 duels.`,
        rule === other
          ? "Both rules are the same."
          : `The two rules differ on ${number(100 * share, 1)} % of the window.`,
      ].join(" ");
    },
  });
}

export default { render, shared, lists: ["points", "labels"] }; // lists of any length, the same for all
