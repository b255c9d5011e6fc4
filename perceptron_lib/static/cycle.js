// The cycle explorer: walk through the states of a run, and move the corners until no state comes back but rest.
import { Plane, button, change, clip, figure, html, mark, movable, put, row, signed, svg, write } from "./draw.js";
import { LIMIT, findCycle, fraction, states } from "./cycling.js";

const QUESTION =
  "Step round the cycle. Then move the corner (1, 1) along the diagonal towards (0, 0), a sixteenth at a time: " +
  "how far, until the cycle dies?";
const shared = ["points", "step"];

function render({ model, el }) {
  const get = (name) => model.get(name);
  const frame = () => [get("window").slice(0, 2), get("window").slice(2), get("names")];
  const [x, y, axes] = frame();
  const plane = new Plane({
    label: "Corners, and the line of the perceptron",
    x,
    y,
    names: axes,
    height: 330,
    equal: true,
  });
  const sides = ["plus", "minus"].map((name) => plane.back.appendChild(svg("path", { fill: plane.fill(name) })));
  const [before, now] = ["live-line before", "live-line"].map((name) =>
    plane.middle.appendChild(svg("path", { class: name })),
  );
  const notes = plane.front.appendChild(svg("g", { "aria-hidden": "true" }));

  // In sixteenths, whatever the address or the edge of the window says: so all that follows is exact.
  const snap = (p) => p.map((v) => Math.round(16 * v) / 16);
  const points = () => get("points").map(snap);
  const step = () => Math.min(LIMIT, Math.max(0, Math.floor(get("step"))));
  const go = (to) => change(model, { step: Math.max(0, Math.min(LIMIT, to)) });
  let cycle = null;
  let state = null;

  const marks = movable(plane, {
    step: 1 / 16,
    list: () =>
      points().map((at, i) => ({
        at,
        mark: mark(get("labels")[i]),
        ring: i === state.hand,
        name: `example ${i + 1}, class ${signed(get("labels")[i])}${i === state.hand ? ", at hand" : ""}`,
      })),
    move: (i, at) => change(model, { points: points().with(i, snap(at)) }),
  });

  const ended = () => step() >= (cycle && !cycle.mistakes ? cycle.before + cycle.steps : LIMIT);
  let timer = 0;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    write(play, "Play");
  };
  const play = button("Play", () => {
    if (timer) return stop();
    timer = setInterval(() => (ended() ? stop() : go(step() + 1)), 450);
    write(play, "Stop");
  });
  for (const act of ["pointerdown", "keydown"]) {
    el.addEventListener(act, ({ target }) => {
      if (timer && target !== play) stop();
    }); // other hands are on the figure
  }
  play.className = "live-play"; // the stylesheet hides it from those who want no motion
  const names = ["To start", "Back", "Step", "To the cycle's start"];
  const goals = [() => 0, () => step() - 1, () => step() + 1, () => cycle.before];
  const walks = names.map((name, k) => button(name, () => go(goals[k]())));

  const lines = Array.from({ length: 7 }, () => html("tr", {}, ...Array.from({ length: 6 }, () => html("td"))));
  const heads = ["step", "w", "b", "i", "y · score", ""].map((name) => html("th", { scope: "col" }, name));
  const caption = html("caption");
  const table = html(
    "table",
    { class: "live-log" },
    caption,
    html("thead", {}, html("tr", {}, ...heads)),
    html("tbody", {}, ...lines),
  );

  const close = figure(model, el, {
    question: QUESTION,
    shared,
    parts: [plane.svg, row(...walks, play), table],
    help: "Tab goes from corner to corner. The arrow keys move a corner by a sixteenth, with Shift ten times as far.",
    draw() {
      plane.show(...frame());
      const [corners, labels] = [points(), get("labels")];
      cycle = findCycle(corners, labels);
      [state] = states(corners, labels, step(), step() + 1);
      const [w, b] = parted(state.weights);

      const all = w.some(Boolean);
      put(sides[0], "d", all || b > 0 ? plane.path(clip(plane.corners, w, b), true) : "");
      put(
        sides[1],
        "d",
        all || b <= 0
          ? plane.path(
              clip(
                plane.corners,
                w.map((v) => -v),
                -b,
              ),
              true,
            )
          : "",
      );
      put(now, "d", plane.line(w, b));
      put(before, "d", plane.line(...parted(state.was)));
      marks.draw();
      if (notes.children.length !== corners.length) notes.replaceChildren(...corners.map(() => svg("text")));
      corners.forEach((p, i) => {
        const left = p[0] > plane.centre[0]; // towards the middle, where there is room
        put(notes.children[i], "class", `live-note${left ? " end" : ""}`);
        put(notes.children[i], "x", plane.px(p[0]) + (left ? 5 : -5));
        put(notes.children[i], "y", plane.py(p[1]) - 17);
        write(notes.children[i], `${i + 1}: ${vector(p)}`);
      });

      // A window on the states: the present one in the middle, and after the cycle's last state its first one again.
      const end = cycle ? cycle.before + cycle.steps : LIMIT + 1;
      const present = step() < end ? step() : cycle.before + ((step() - cycle.before) % cycle.steps);
      const first = Math.max(0, Math.min(present - 3, end - lines.length));
      const shown = states(corners, labels, first, Math.min(end, first + lines.length));
      lines.forEach((line, r) => {
        const s = shown[r];
        const cells = s
          ? [
              `${s.step === present ? "▸ " : ""}${s.step}`,
              vector(s.weights.slice(0, 2)),
              fraction(s.weights[2]),
              `${s.hand + 1}`,
              fraction(s.agreement),
              verdict(s),
            ]
          : [];
        [...line.children].forEach((cell, c) => write(cell, cells[c] ?? ""));
        put(line, "style", s ? null : "visibility: hidden"); // the page below is not to jump
        put(line, "aria-current", s?.step === present ? "step" : null);
      });
      write(caption, cycle ? `States (▸ now); from ${cycle.before} to ${end - 1} they come back` : "States (▸ now)");
      walks[0].disabled = walks[1].disabled = step() === 0;
      walks[2].disabled = play.disabled = ended();
      walks[3].disabled = !cycle || step() === cycle.before;
      write(walks[3], cycle && !cycle.mistakes ? "To rest" : names[3]);

      return [
        outcome(cycle),
        `Step ${step()}: w = ${vector(w)}, b = ${fraction(b)};`,
        `example ${state.hand + 1} has y · score ${fraction(state.agreement)},`,
        `${state.agreement > 0 ? "" : "a "}${verdict(state)}.`,
      ].join(" ");
    },
  });
  el.lastChild.classList.add("live-cycle"); // its line of numbers is long
  return () => {
    stop();
    close();
  };
}

const parted = ([w1, w2, b]) => [[w1, w2], b];
const vector = (v) => `(${v.map((value) => fraction(value)).join(", ")})`;
const verdict = (state) => (state.agreement > 0 ? "right" : "mistake");
const count = (k, one, many = `${one}s`) => `${k} ${k === 1 ? one : many}`;

function outcome(cycle) {
  if (!cycle)
    return `No state has come back within ${LIMIT.toLocaleString("en")} steps: a cycle, or the way to rest, is longer.`;
  const { before, earlier, steps, passes, mistakes, counts } = cycle;
  if (!mistakes) return `At rest after ${count(before, "step")} and ${count(earlier, "mistake")}: separable.`;
  return [
    `The state comes back: a cycle of ${count(steps, "step")} (${count(passes, "pass", "passes")})`,
    `with ${count(mistakes, "mistake")} (${counts.join(" + ")}), after ${count(before, "step")}.`,
    `Certificate: ${counts.map((c) => fraction(c / mistakes, mistakes)).join(", ")}.`,
  ].join(" ");
}

export default { render, shared };
