const [LOOK, TURN] = [600, 400]; // milliseconds

// An update in two beats: first the mistake is looked at, then the weights move. `announce` says that the next state
// was reached by a step; `part` is how much of its update has been made: negative while the mistake is looked at, 1 at
// rest.
export function twoBeats(paint) {
  let [announced, part, due] = [false, 1, 0];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const stop = () => {
    cancelAnimationFrame(due);
    part = 1;
  };
  const go = (began) => (time) => {
    const t = (time - began - LOOK) / TURN;
    part = t < 0 ? -1 : calm.matches ? 1 : Math.min(1, t);
    if (part < 1) due = requestAnimationFrame(go(began));
    paint();
  };
  return {
    stop,
    part: () => part,
    announce: () => (announced = true),
    begin(update) {
      stop();
      if (announced && update) {
        part = -1;
        due = requestAnimationFrame((time) => go(time)(time));
      }
      announced = false;
    },
  };
}
