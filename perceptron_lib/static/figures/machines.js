// Four machines that differ in their loss, on points of one feature that the reader moves.
import { choice, row } from "../drawing/controls.js";
import { counted, number, put } from "../drawing/elements.js";
import { descents, madeLooks, once, problemOf, right, soFar, walker } from "../drawing/descents.js";
import { figure, stateOf } from "../drawing/figure.js";
import { Marks, example } from "../drawing/marks.js";
import { Plane, frame } from "../drawing/plane.js";

const QUESTION =
  "Drag the last point far to the right, and try the four machines. Which of them then has another point wrong?";
const shared = ["points", "loss", "eta", "looks", "start", "order"];

const MACHINES = {
  perceptron: "perceptron",
  hinge: "support vector machine",
  logistic: "logistic regression",
  squared: "Fisher’s discriminant",
};

function render({ model, el }) {
  const { get, set, bound } = stateOf(model);
  const plane = new Plane({ label: "Points of one feature, and their score", height: 230, ...frame(get) });
  const [halves, line] = [plane.halves(), plane.stroke("live-line")];
  const runs = once(descents(true));
  let now;
  const height = (i) => get("labels")[i];
  const points = new Marks(plane, {
    list: () =>
      get("points").map(([x], i) => ({ ...example([x, height(i)], i, height(i)), wrong: now.margins[i] <= 0 })),
    move: (i, [x]) => set({ points: get("points").with(i, [x]) }),
  });
  const machine = choice("machine", MACHINES, { ...bound("loss"), get: () => problemOf(get).loss });
  const walk = walker(get, set, true);
  const follow = () => {
    const problem = problemOf(get);
    return soFar(runs(problem)[0], problem, madeLooks(get));
  };
  now = follow();

  const close = figure(model, el, {
    question: QUESTION,
    brief: true,
    shared,
    parts: [plane.svg, row(machine), walk.element],
    draw() {
      now = follow();
      const [w, b] = now.weights.at(-1);
      plane.show(frame(get));
      halves([w, 0], b);
      put(line, "d", plane.path(plane.x.map((x) => [x, w * x + b])));
      for (const part of [points, machine, walk]) part.draw();
      const steps = counted(now.weights.length - 1, "step");
      const threshold = w ? `, with the threshold x\u00a0=\u00a0${number(-b / w)}` : "";
      return `${now.ended ? "At rest after" : "After"} ${steps}: ${right(now.margins)}${threshold}.`;
    },
  });
  el.querySelector(".live").classList.add("live-descent");
  return () => {
    walk.stop();
    close();
  };
}

export default { render, shared };
