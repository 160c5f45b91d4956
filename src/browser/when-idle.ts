/** Runs low-priority work when the browser is idle (Safari: in the next task). */
export function whenIdle(act: () => void): void {
  const run = window.requestIdleCallback ?? setTimeout;
  run(() => act());
}
