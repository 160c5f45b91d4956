/**
 * Source of `afterFrame(act)` for the pages under measurement: `act` runs when the next frame has been
 * made. Its task has the highest priority, for timers and messages that wait already would run before
 * any other, and be counted in.
 */
export const afterFrame = `
  const afterFrame = (act) =>
    requestAnimationFrame(() => void scheduler.postTask(act, { priority: 'user-blocking' }));`;
