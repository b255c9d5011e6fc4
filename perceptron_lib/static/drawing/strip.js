// The strip of a run: a tick for each visit, those of mistakes red and taller; above them the mistakes so far climb
// towards their bound, a fence.
import { counted, grouped, html, put, svg, write } from "./elements.js";

const COLUMNS = 300; // more visits than these share them
const [WIDTH, HEIGHT, GROUND] = [1000, 48, 32]; // the stairs stand on the ground, the ticks below it
const NEAR = 4; // times the mistakes of the run: a bound beyond is too far to be drawn
const many = (count, noun) => counted(count, noun, grouped(count));
const round = (v) => Math.round(v * 100) / 100;

// `tell(visit)` says what happened at a visit, counted from 1; a press or a drag calls `go(visit)`.
export function strip({ tell, go }) {
  const looks = ["live-strip-stairs", "live-strip-fence", "live-strip-right", "live-strip-wrong"];
  const [stairs, fence, rights, wrongs, rest, now] = [...looks, "live-strip-rest", "live-strip-now"].map((name) =>
    svg("path", { class: name }),
  );
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" },
    ...[stairs, fence, rights, wrongs, rest, now],
  );
  const [said, most] = [html("span"), html("span")];
  const element = html("div", { class: "live-strip" }, html("p", { "aria-hidden": "true" }, said, most), picture);

  let shown = { visits: 0, mistakes: null, bound: 0 };
  let pointed = 0; // the visit under the pointer, 0 where it is elsewhere
  const across = (visit) => round((WIDTH * visit) / Math.max(1, shown.visits));
  const under = ({ clientX }) => {
    const { left, width } = picture.getBoundingClientRect();
    return Math.max(1, Math.min(shown.visits, Math.ceil(((clientX - left) / width) * shown.visits)));
  };
  const say = () => {
    const { mistakes, visits } = shown;
    write(said, pointed ? tell(pointed) : `${many(mistakes.length, "mistake")} in ${many(visits, "visit")}`);
  };
  const point = (visit) => {
    pointed = Math.min(visit, shown.visits);
    say();
  };
  const listeners = {
    pointerdown(event) {
      if (event.button || !shown.visits) return;
      picture.setPointerCapture(event.pointerId);
      go(under(event));
    },
    pointermove(event) {
      point(under(event));
      if (picture.hasPointerCapture(event.pointerId)) go(under(event));
    },
    pointerleave: () => point(0),
    pointercancel: () => point(0),
  };
  for (const [name, listener] of Object.entries(listeners)) picture.addEventListener(name, listener);

  // The ticks, the stairs and the fence of a whole run.
  function build() {
    const { visits, mistakes, bound } = shown;
    const columns = Math.min(visits, COLUMNS);
    const counts = Array(columns).fill(0);
    for (const { visit } of mistakes) counts[Math.floor((visit * columns) / visits)]++;
    const size = WIDTH / columns;
    const wide = round(Math.min(0.7 * size, 12));
    const tick = (c, tall) => `M${round((c + 0.5) * size - wide / 2)} ${HEIGHT}v-${tall}h${wide}v${tall}z`;
    put(wrongs, "d", counts.map((count, c) => (count ? tick(c, 12) : "")).join(""));
    put(rights, "d", counts.map((count, c) => (count ? "" : tick(c, 4))).join(""));

    const near = bound <= NEAR * mistakes.length;
    const top = 1.15 * (near ? bound : mistakes.length) || 1;
    const up = (count) => round(GROUND * (1 - count / top));
    let sum = 0;
    const steps = counts.map((count, c) => `V${up((sum += count))}H${round((c + 1) * size)}`);
    put(stairs, "d", `M0 ${GROUND}${steps.join("")}V${GROUND}Z`);
    put(fence, "d", near ? `M0 ${up(bound)}H${WIDTH}` : "");
    const fenced = `the fence: at most ${grouped(bound)}`;
    write(most, bound === Infinity ? "no bound" : near ? fenced : `at most ${grouped(bound)}, far above this picture`);
    const made = `${many(mistakes.length, "mistake")} in ${many(visits, "visit")}`;
    put(picture, "aria-label", `Visit by visit: ${made}, ${most.textContent}`);
  }

  // `mistakes` are those of the whole run of so many `visits`; `at` are the visits made; `bound` is Infinity if there
  // is none.
  function draw({ visits, mistakes, bound, at }) {
    if (mistakes !== shown.mistakes) {
      shown = { visits, mistakes, bound };
      build();
      point(pointed);
    }
    put(rest, "d", `M${across(at)} 0H${WIDTH}V${HEIGHT}H${across(at)}Z`);
    put(now, "d", `M${across(at)} 0V${HEIGHT}`);
  }

  return { element, draw };
}
