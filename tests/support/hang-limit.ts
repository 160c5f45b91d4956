/** Catches a hang: no machine is so slow that it needs this long for one step. In milliseconds. */
export const HANG_MS = 120_000;
