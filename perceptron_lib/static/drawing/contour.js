// Marching squares: where a surface over a grid, heights[j][i], crosses a level; segments in units of the grid.
export function contour(heights, level) {
  const found = [];
  for (let j = 0; j + 1 < heights.length; j++) {
    for (let i = 0; i + 1 < heights[j].length; i++) {
      const corners = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ];
      const above = corners.map(([x, y]) => heights[y][x] - level);
      if (above.every((v) => v >= 0) || above.every((v) => v < 0)) continue;
      const cuts = corners.flatMap(([x, y], k) => {
        const [p, q, [u, v]] = [above[k], above[(k + 1) % 4], corners[(k + 1) % 4]];
        const t = p / (p - q);
        return p >= 0 === q >= 0 ? [] : [[x + t * (u - x), y + t * (v - y)]];
      });
      for (let k = 0; k < cuts.length; k += 2) found.push([cuts[k], cuts[k + 1]]);
    }
  }
  return found;
}
