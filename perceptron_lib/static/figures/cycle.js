// The cycle explorer: walk through the states of a run, and move the corners until no state comes back.
import { button, row } from "../drawing/controls.js";
import { counted, fill, grouped, put, svg, table, write } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
import { Marks, example } from "../drawing/marks.js";
import { Plane, frame } from "../drawing/plane.js";
import { findCycle, fraction, states } from "../mathematics/cycling.js";
import { right } from "../mathematics/halfspaces.js";

const QUESTION =
  "Step round the cycle. Then move the corner (1, 1) along the diagonal towards (0, 0), a sixteenth at a time: " +
  "how far, until the cycle dies?";
const shared = ["points", "step"];

const LINES = 7; // of the table

function render({ model, el }) {
  const { get, set } = stateOf(model);
  const label = "Corners, and the line of the perceptron";
  const plane = new Plane({ label, height: 330, equal: true, ...frame(get) });
  const halves = plane.halves();
  const [before, line] = [plane.stroke("live-line before"), plane.stroke("live-line")];
  const nameCorners = cornerNames(plane);

  let now = follow(get);
  const marks = new Marks(plane, {
    step: 1 / 16,
    list: () =>
      cornersOf(get).map((at, i) => {
        const label = get("labels")[i];
        const wrong = !right(...parted(now.state.weights), at, label);
        return { ...example(at, i, label, i === now.state.hand ? "at hand" : "", "example"), wrong };
      }),
    move: (i, at) => set({ points: cornersOf(get).with(i, snap(at)) }),
  });
  const walks = walkButtons(el, get, set, () => now);
  const log = table("", ["step", "w", "b", "i", "y · score", ""], LINES);

  const close = figure(model, el, {
    question: QUESTION,
    shared,
    parts: [plane.svg, walks.row, log],
    help: "Tab goes from corner to corner. The arrow keys move a corner by a sixteenth, with Shift ten times as far.",
    draw() {
      now = follow(get);
      plane.show(frame(get));
      const { weights, was } = now.state;
      halves(...parted(weights));
      put(line, "d", plane.line(...parted(weights)));
      put(before, "d", plane.line(...parted(was)));
      marks.draw();
      nameCorners(now.points);
      list(log, now);
      walks.permit(now);
      return report(now);
    },
  });
  el.querySelector(".live").classList.add("live-cycle"); // its line of numbers is long
  return () => {
    walks.stop();
    close();
  };
}

// In sixteenths, whatever the address or the edge of the window says: so all that follows is exact.
const snap = (p) => p.map((v) => Math.round(16 * v) / 16);
const cornersOf = (get) => get("points").map(snap);
const stepOf = (get) => Math.min(get("max_steps"), Math.max(0, Math.floor(get("step"))));

// All that follows from the state: the cycle, null where it is too long, its end, and the state after `step` steps.
function follow(get) {
  const [points, labels, limit] = [cornersOf(get), get("labels"), get("max_steps")];
  const step = stepOf(get);
  const cycle = findCycle(points, labels, limit);
  const end = cycle ? cycle.before + cycle.steps : limit + 1;
  const [state] = states(points, labels, step, step + 1);
  const over = step >= (cycle && !cycle.mistakes ? end : limit);
  return { points, labels, limit, step, cycle, end, state, over };
}

// The buttons that go from state to state; `permit` disables those that lead nowhere, `stop` ends what plays.
function walkButtons(el, get, set, now) {
  const go = (to) => set({ step: Math.max(0, Math.min(get("max_steps"), to)) });
  const start = button("To start", () => go(0));
  const back = button("Back", () => go(stepOf(get) - 1));
  const forth = button("Step", () => go(stepOf(get) + 1));
  const enter = button("", () => go(now().cycle.before));

  let timer = 0;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    write(play, "Play");
  };
  const play = button("Play", () => {
    if (timer) return stop();
    timer = setInterval(() => (now().over ? stop() : go(stepOf(get) + 1)), 450);
    write(play, "Stop");
  });
  play.className = "live-play"; // the stylesheet hides it from those who want no motion
  const others = ({ target }) => target !== play && timer && stop(); // other hands are on the figure
  for (const act of ["pointerdown", "keydown"]) el.addEventListener(act, others);

  return {
    row: row(start, back, forth, enter, play),
    stop,
    permit({ step, cycle, over }) {
      start.disabled = back.disabled = step === 0;
      forth.disabled = play.disabled = over;
      enter.disabled = !cycle || step === cycle.before;
      write(enter, cycle && !cycle.mistakes ? "To convergence" : "To the cycle's start");
    },
  };
}

// Each corner's number and place, written beside it. Returns what writes them.
function cornerNames(plane) {
  const names = plane.front.appendChild(svg("g", { "aria-hidden": "true" }));
  return (corners) => {
    if (names.children.length !== corners.length) names.replaceChildren(...corners.map(() => svg("text")));
    corners.forEach((p, i) => {
      const name = names.children[i];
      const left = p[0] > plane.centre[0]; // towards the middle, where there is room
      put(name, "class", `live-note${left ? " end" : ""}`);
      put(name, "x", plane.px(p[0]) + (left ? 5 : -5));
      put(name, "y", plane.py(p[1]) - 17);
      write(name, `${i + 1}: ${vector(p)}`);
    });
  };
}

// A window on the states: the present one in the middle, and after the cycle's last state its first one again.
function list(log, { points, labels, step, cycle, end }) {
  const present = step < end ? step : cycle.before + ((step - cycle.before) % cycle.steps);
  const first = Math.max(0, Math.min(present - 3, end - LINES));
  const shown = states(points, labels, first, Math.min(end, first + LINES));
  const texts = shown.map((state) => {
    const [w, b] = parted(state.weights);
    const place = `${state.step === present ? "▸ " : ""}${state.step}`;
    return [place, vector(w), fraction(b), `${state.hand + 1}`, fraction(state.margin), verdict(state)];
  });
  fill(log, texts);
  [...log.tBodies[0].rows].forEach((line, r) => {
    put(line, "style", shown[r] ? null : "visibility: hidden"); // the page below is not to jump
    put(line, "aria-current", shown[r]?.step === present ? "step" : null);
  });
  const then = () => (cycle.mistakes ? `to ${end - 1} they come back` : "on the weights stay");
  write(log.caption, `States (▸ now)${cycle ? `; from ${cycle.before} ${then()}` : ""}`);
}

const parted = ([w1, w2, b]) => [[w1, w2], b];
const vector = (v) => `(${v.map((value) => fraction(value)).join(", ")})`;
const verdict = ({ margin }) => (margin > 0 ? "right" : "mistake");

function report({ limit, step, cycle, state }) {
  const [w, b] = parted(state.weights);
  return [
    cycle
      ? outcome(cycle)
      : `No state has come back within ${grouped(limit)} steps: a cycle, or the way to convergence, is longer.`,
    `Step ${step}: w = ${vector(w)}, b = ${fraction(b)};`,
    `example ${state.hand + 1} has y · score ${fraction(state.margin)},`,
    `${state.margin > 0 ? "" : "a "}${verdict(state)}.`,
  ].join(" ");
}

function outcome({ before, earlier, steps, passes, mistakes, counts }) {
  if (!mistakes) return `Converged after ${counted(before, "step")} and ${counted(earlier, "mistake")}: separable.`;
  return [
    `The state comes back: a cycle of ${counted(steps, "step")} (${counted(passes, "pass")})`,
    `with ${counted(mistakes, "mistake")} (${counts.join(" + ")}), after ${counted(before, "step")}.`,
    `Certificate: ${counts.map((c) => fraction(c / mistakes, mistakes)).join(", ")}.`,
  ].join(" ");
}

export default { render, shared };
