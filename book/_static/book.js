// Two things that a stylesheet cannot do.

// A browser may break a line between a formula and the comma after it: tie them together.
document.addEventListener("DOMContentLoaded", () => {
  for (const formula of document.querySelectorAll("span.math")) {
    const after = formula.nextSibling;
    const marks = after?.nodeType === Node.TEXT_NODE && after.data.match(/^[^\s\p{L}\p{N}(\[]+/u);
    if (!marks) continue;
    const tie = document.createElement("span");
    tie.style.whiteSpace = "nowrap";
    formula.replaceWith(tie);
    after.data = after.data.slice(marks[0].length);
    tie.append(formula, marks[0]);
  }
});

// What is wider than its line scrolls, and so the keyboard must be able to reach it.
window.addEventListener("load", async () => {
  await window.MathJax?.startup?.promise;
  for (const box of document.querySelectorAll("span.math, div.math > mjx-container, figure.wide")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
});
