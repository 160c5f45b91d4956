/**
 * Seconds that a login outlives its access token while unused: a day's shopping, but
 * not the next visitor at a shared computer.
 */
export const idleSeconds = 12 * 60 * 60;
