// A player: goes through the steps of a run, one by one or by itself.
import { button, choice, row } from "./controls.js";
import { grouped, html, put, write } from "./elements.js";

const SPEEDS = { 1: "1 a second", 4: "4 a second", 16: "16 a second" };

// `at()` says how many steps have been made, `end()` how many there are, `go(to, slowly)` is told where to; it goes
// `slowly` by one step ahead that there is time to look at. `noun` is what a step is called.
export function player({ at, end, go, noun = "step" }) {
  const [back, step] = [button("Back", () => move(at() - 1)), button("Step", () => move(at() + 1, true))];
  const play = button("Play", () => (timer ? stop() : begin()));
  const track = html("input", { type: "range", min: 0, step: 1, "aria-label": `${noun}s`, oninput: () => scrub() });
  const told = html("output");
  let [speed, timer] = ["4", 0];
  const speeds = choice("", SPEEDS, { get: () => speed, set: (value) => (speed = value) });
  speeds.lastChild.ariaLabel = "speed";

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    write(play, "Play");
  };
  const move = (to, slowly = false) => {
    stop();
    go(Math.max(0, Math.min(end(), to)), slowly);
  };
  const scrub = () => move(Number(track.value));
  const tick = () => {
    if (at() >= end()) return stop();
    timer = setTimeout(tick, 1000 / speed);
    go(at() + 1, speed === "1");
  };
  const begin = () => {
    if (at() >= end()) go(0);
    write(play, "Pause");
    timer = setTimeout(tick, 0);
  };

  const range = html("label", { class: "live-slider" }, track, told);
  return {
    element: html("div", { class: "live-player" }, row(back, play, step, speeds), range),
    stop,
    draw() {
      const [now, last] = [Math.min(at(), end()), end()];
      back.disabled = now === 0;
      step.disabled = now === last;
      play.disabled = last === 0;
      put(track, "max", last);
      track.value = now;
      write(told, `${grouped(now)} of ${grouped(last)}`);
      speeds.draw();
    },
  };
}
