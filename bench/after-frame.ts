/**
 * Source of `afterFrame(act)` for the measured pages: runs `act` after the next frame. As a task of
 * the highest priority, or timers and messages already queued would run first and be measured too.
 */
export const afterFrame = `
  const afterFrame = (act) =>
    requestAnimationFrame(() => void scheduler.postTask(act, { priority: 'user-blocking' }));`;
