/**
 * Runs low-priority work when the browser is idle (Safari: in the next task), or after a second: a browser
 * that competes for its processor may never be idle.
 */
export function whenIdle(act: () => void): void {
  const queued = window.requestIdleCallback?.(() => act(), { timeout: 1000 });
  if (!queued) setTimeout(act);
}
