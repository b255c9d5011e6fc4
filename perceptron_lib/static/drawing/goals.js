// The goals of a figure: what the reader may try, a tick when it is reached, a hint, and a state that reaches it.
import { button } from "./controls.js";
import { html, put, write } from "./elements.js";

// Each goal is { say, hint, reached, state }: `reached()` is asked after each drawing, and a tick, once given, stays;
// `state` are the traits that *Show me one* sets.
export function goalList(goals, set) {
  const ticked = goals.map(() => false);
  const count = html("span");
  const spoken = html("p", { class: "live-spoken", role: "status" });
  const lines = goals.map(({ say, hint, state }) => {
    const [tick, told] = [html("span", { class: "live-tick" }), html("span", { class: "live-told" })];
    const help = button("Hint", () => write(told, told.textContent ? "" : hint), `A hint: ${say}`);
    const show = button("Show me one", () => set(state), `Show a state in which this is reached: ${say}`);
    return { tick, line: html("li", {}, tick, html("span", {}, say), " ", help, show, told) };
  });
  const list = html("ul", {}, ...lines.map(({ line }) => line));
  const summary = html("summary", {}, "Goals ", count);
  const element = html("details", { class: "live-fold live-goals" }, summary, list, spoken);
  return {
    element,
    draw() {
      goals.forEach(({ say, reached }, i) => {
        if (!ticked[i] && reached()) {
          ticked[i] = true;
          write(spoken, `Reached: ${say}`);
        }
        write(lines[i].tick, ticked[i] ? "✓" : "○");
        put(lines[i].tick, "aria-label", ticked[i] ? "reached" : "not reached yet");
      });
      write(count, `${ticked.filter(Boolean).length} of ${goals.length}`);
    },
  };
}
