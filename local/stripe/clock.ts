/** The sandbox's own time, which tests may move forward without waiting. */
export interface Clock {
  /** Whole seconds since 1970, as Stripe writes `created` and `expires_at`. */
  now(): number;
  /** Moves the time forward by whole seconds. */
  advance(seconds: number): void;
  /** Goes back to the machine's own time. */
  reset(): void;
}

/** A clock that runs with the machine's, plus whatever it was advanced by. */
export function createClock(): Clock {
  let ahead = 0;
  return {
    now: () => Math.floor(Date.now() / 1000) + ahead,
    advance: (seconds) => {
      ahead += seconds;
    },
    reset: () => {
      ahead = 0;
    },
  };
}
