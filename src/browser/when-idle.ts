/** Does what can wait when the browser has nothing better to do (Safari: soon). */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => act());
  else setTimeout(act);
}
