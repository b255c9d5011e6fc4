// Novikoff's proof, live: the length of the weights and their progress, between the two curves that the data allow.
import {
  Plane,
  button,
  change,
  clip,
  figure,
  html,
  mark,
  movable,
  number,
  put,
  row,
  signed,
  svg,
  write,
} from "./draw.js";
import { mistakeBound, passesFor, radius, rows, score, separate, shuffled, train } from "./learn.js";
import { verify } from "./verify.js";

const QUESTION =
  "Drag a circled point towards the dashed line: which of the four curves move? " +
  "Then bring the number of mistakes as close to the bound as you can.";
const shared = ["points", "labels", "order"];

function render({ model, el }) {
  const get = (name) => model.get(name);
  const [left, right, bottom, top] = get("window");
  const plane = new Plane({
    label: "Points, the line of the finished run, and the oracle's line with its margin",
    x: [left, right],
    y: [bottom, top],
    names: get("names"),
    height: 240,
    equal: true,
  });
  const path = (name, dashes) => svg("path", { class: name, "stroke-dasharray": dashes });
  const text = (shown, colour) => svg("text", { class: "live-note", style: `fill: var(--live-${colour})` }, shown);
  const circle = svg("circle", { class: "live-curve before" });
  const levels = [1, -1].map(() => path("live-drop"));
  const [found, best] = [path("live-line"), path("live-line added", "8 5")];
  const [nameFound, nameBest] = [text("run", "ink"), text("oracle", "key")];
  plane.middle.append(circle, ...levels, best, found, nameBest, nameFound);

  const chart = new Plane({
    label: "Length and progress of the weights over the updates, between the two curves of the proof",
    x: [0, 1],
    y: [0, 1],
    names: ["updates k", ""],
    height: 236,
  });
  Object.assign(chart, { right: 296, top: 24 }); // what is beyond holds the names of the curves
  const corridor = svg("path", { class: "live-tint" });
  const most = path("live-curve before");
  const least = path("live-drop");
  const length = path("live-curve");
  const progress = path("live-curve added", "9 4 1.5 4");
  const meeting = svg("circle", { class: "live-curve", r: 4.5 });
  const names = [text("√k · R", "soft"), text("length", "ink"), text("progress", "key"), text("k · γ", "key")];
  const nameMeeting = text("", "ink");
  // The chart's axes wait while a point is held: else the curve that does not move would move with them.
  let held = false;
  plane.svg.addEventListener("gotpointercapture", () => {
    held = true;
  });
  plane.svg.addEventListener("lostpointercapture", () => {
    held = false;
  });
  chart.middle.append(corridor, most, least, length, progress, meeting, ...names, nameMeeting);

  let nearest = [];
  const marks = movable(plane, {
    list: () =>
      get("points").map((at, i) => ({
        at,
        mark: mark(get("labels")[i]),
        ring: nearest[i],
        note: get("points").length <= 12 ? `${i + 1}` : "",
        name: `point ${i + 1}, class ${signed(get("labels")[i])}${nearest[i] ? ", at the margin" : ""}`,
      })),
    move: (i, at) => change(model, { points: get("points").with(i, at) }),
    act: (i, key) => {
      if (key === "Enter") flip();
    },
  });
  const flip = () => {
    const labels = get("labels").with(marks.chosen, -get("labels")[marks.chosen]);
    if (new Set(labels).size === 2) change(model, { labels }); // both classes stay
  };

  const problem = (order = get("order")) => ({
    points: get("points"),
    labels: get("labels"),
    order,
    passes: passesFor(get("points").length),
  });
  const shuffle = () => change(model, { order: shuffled(get("points").length) });
  const slowest = () => {
    const orders = Array.from({ length: 100 }, () => shuffled(get("points").length));
    const counts = orders.map((order) => train(problem(order)).mistakes.length);
    change(model, { order: orders[counts.indexOf(Math.max(...counts))] });
  };
  const worst = button("Worst of 100 orders", slowest, "Try a hundred orders, and keep the one with the most mistakes");

  const asNumbered = button("As numbered", () => change(model, { order: [] }));

  return figure(model, el, {
    question: QUESTION,
    shared,
    parts: [
      html("div", {}, plane.svg, chart.svg),
      row(
        button("Shuffle", shuffle, "Visit the points in another order"),
        worst,
        asNumbered,
        button("Flip", flip, "Give the chosen point the other label"),
      ),
    ],
    help:
      "Tab goes from point to point (Page Up and Page Down where there are many). The arrow keys move a point, with " +
      "Shift ten times as far; Enter flips its label.",
    draw() {
      const [points, labels, order] = [get("points"), get("labels"), get("order")];
      const run = train(problem());
      const separator = separate(points, labels);
      const { margin, oracle } = separator;
      const R = radius(points);
      const bound = mistakeBound({ R, margin });
      const k = run.mistakes.length;

      // The plane: both lines, the two on which the oracle's score is +margin and -margin, and the circle of radius
      // sqrt(R^2 - 1), which goes through the longest example.
      const u = oracle?.slice(0, 2) ?? [0, 0];
      nearest = points.map((x, i) => margin > 0 && labels[i] * score(u, oracle[2], x) < margin * (1 + 1e-6));
      put(found, "d", plane.line(run.w, run.b));
      put(best, "d", margin ? plane.line(u, oracle[2]) : "");
      levels.forEach((level, side) =>
        put(level, "d", margin ? plane.line(u, oracle[2] + (2 * side - 1) * margin) : ""),
      );
      put(circle, "cx", plane.px(0));
      put(circle, "cy", plane.py(0));
      put(circle, "r", plane.px(Math.sqrt(R * R - 1)) - plane.px(0));
      label(plane, nameFound, run.w, run.b, -1);
      label(plane, nameBest, u, margin ? oracle[2] : 0, 1);
      marks.draw();

      // The chart: to a little beyond the point where the curves meet, unless that is far from the end of the run.
      const far = nice(Math.max(2, margin ? Math.min(1.25 * Math.max(bound, k), 5 * k) : 1.25 * k));
      if (!held) chart.show([0, far], [0, nice(Math.max(Math.sqrt(far) * R, far * margin))]);
      const reach = chart.x[1];
      const upper = (end) =>
        Array.from({ length: 61 }, (_, i) => (i / 60) ** 2 * end).map((x) => [x, Math.sqrt(x) * R]);
      const end = Math.min(bound, reach);
      put(most, "d", chart.path(upper(reach)));
      put(
        least,
        "d",
        margin
          ? chart.path([
              [0, 0],
              [reach, reach * margin],
            ])
          : "",
      );
      put(corridor, "d", margin ? chart.path([...upper(end), [end, end * margin]], true) : "");
      const proof = verify(problem(), run, separator);
      const norm = thinned(proof.squaredNorm).map(([j, squared]) => [j, Math.sqrt(squared)]);
      put(length, "d", chart.path(norm));
      put(progress, "d", chart.path(thinned(proof.progress)));

      beside(chart, names[0], names[3], reach, Math.sqrt(reach) * R, margin ? reach * margin : null);
      beside(chart, names[1], names[2], k, norm.at(-1)[1], margin ? proof.progress[k] : null);
      const meet = bound <= reach;
      put(meeting, "transform", meet ? `translate(${chart.px(bound)} ${chart.py(bound * margin)})` : "");
      place(nameMeeting, chart.px(end) + 6, chart.py(end * margin) - 10, "end");
      write(nameMeeting, meet ? `R²/γ² = ${number(bound, 1)}` : "");
      put(meeting, "visibility", meet ? null : "hidden");

      asNumbered.disabled = !order.length;
      worst.disabled = !margin;
      const visited = rows(order, points.length);
      const passes = Math.ceil(run.visits / visited.length);
      const share = Number(((100 * k) / bound).toPrecision(2));
      const meanwhile = margin ? "has not come to rest yet" : "did not come to rest";
      const possible = Math.floor(bound * (1 + 1e-9)); // a bound that is whole must not lose one to rounding
      const mistakes = (count) => `${many(count)} mistake${count === 1 ? "" : "s"}`;
      return [
        margin
          ? `γ = ${number(margin, 3)}, R = ${number(R, 3)}: the curves meet at k = R²/γ² = ${many(bound, 2)}, ` +
            `so at most ${mistakes(possible)} can be made, in any order.`
          : "Nothing separates these points: no margin, no oracle, no bound.",
        run.rest
          ? `This run made ${mistakes(k)}, ${share}% of the bound, and came to rest in pass ${passes}.`
          : `This run made ${mistakes(k)} in ${passes} passes and ${meanwhile}.`,
        points.length <= 12 ? `Order: ${visited.map((i) => i + 1).join(" ")}.` : "",
      ].join(" ");
    },
  });
}

const many = (value, digits = 0) =>
  value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });

// The next round number, so that the axes stand still while a point moves a little.
function nice(value) {
  const size = 10 ** Math.floor(Math.log10(value));
  return size * [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((m) => m * size >= value * (1 - 1e-9));
}

// The points of a curve, no more than the eye can tell apart, and its last one.
function thinned(values) {
  const last = values.length - 1;
  const kept = [];
  for (let k = 0; k < last; k += Math.ceil(values.length / 600)) kept.push([k, values[k]]);
  return last < 0 ? kept : [...kept, [last, values[last]]];
}

function place(element, x, y, anchor = "start") {
  put(element, "x", x);
  put(element, "y", y);
  put(element, "text-anchor", anchor);
}

// Put the names of two curves beside their ends at x, so far apart that they can be read; the second may be missing.
function beside(chart, first, second, x, y, other) {
  const [a, b] = [chart.py(y), chart.py(other ?? y)];
  const push = other === null ? 0 : (Math.max(0, 14 - Math.abs(a - b)) / 2) * (b < a ? 1 : -1);
  place(first, chart.px(x) + 6, a + 4 + push);
  place(second, chart.px(x) + 6, b + 4 - push);
  put(second, "visibility", other === null ? "hidden" : null);
}

// Write a line's name beside it, near the right end (side 1) or the left end (side -1) of what is seen of it.
function label(plane, element, w, b, side) {
  const size = Math.hypot(...w) * (plane.x[1] - plane.x[0]);
  const ends = clip(plane.corners, w, b).filter((p) => Math.abs(score(w, b, p)) <= 1e-9 * size);
  put(element, "visibility", size && ends.length > 1 ? null : "hidden");
  if (!size || ends.length < 2) return;
  const [from, to] = ends.sort((p, q) => side * (q[0] - p[0])).map((p) => [plane.px(p[0]), plane.py(p[1])]);
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const off = 10 + (16 * Math.abs(dy)) / length; // a word is wider than high
  place(
    element,
    from[0] + (36 * dx + side * off * dy) / length,
    from[1] + (36 * dy - side * off * dx) / length + 4,
    "middle",
  );
}

export default { render, shared, lists: ["points", "labels", "order"] }; // lists of any length, the same for all
