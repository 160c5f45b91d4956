/** Lets the browser show what has changed before it does what takes longer. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
