/** Runs low-priority work when the browser is idle (Safari: in the next task). */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => act());
  else setTimeout(act);
}
