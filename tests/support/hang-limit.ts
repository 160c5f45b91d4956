/** Limit that catches a hang, in milliseconds: even a slow machine never needs this long for one step. */
export const HANG_MS = 120_000;
