/**
 * Source of `afterFrame(act)` for the measured pages: runs `act` after the next frame. It runs as a task of
 * the highest priority; otherwise timers and messages already queued would run first and be measured as well.
 */
export const afterFrame = `
  const afterFrame = (act) =>
    requestAnimationFrame(() => void scheduler.postTask(act, { priority: 'user-blocking' }));`;
