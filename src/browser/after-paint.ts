/** Runs slow work after the next paint, so that it does not delay what has just changed. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
