/** The sandbox's clock, which tests can advance without waiting. */
export interface Clock {
  /** Unix time in seconds, like Stripe's `created` and `expires_at`. */
  now(): number;
  /** Advances the clock by whole seconds. */
  advance(seconds: number): void;
  /** Returns to the system time. */
  reset(): void;
}

/** A clock that follows the system's, with an offset. */
export function createClock(): Clock {
  let offset = 0;
  return {
    now: () => Math.floor(Date.now() / 1000) + offset,
    advance: (seconds) => {
      offset += seconds;
    },
    reset: () => {
      offset = 0;
    },
  };
}
