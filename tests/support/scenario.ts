type Step<Case> = (given: Case) => Promise<unknown>;

interface Facts {
  /**
   * Outgoing calls of the functions, in order: each is a point at which they may fail or die. Add every new call here,
   * and it is broken in every way. Absent for acts that are only killed.
   */
  steps?: string[];
  /** Number of first steps that no earlier scenario has: a sample breaks only these. All if absent. */
  own?: number;
  /** End state, whatever failed. */
  end: object;
  /** End state if the request never arrived and is not repeated; absent if it was made before. */
  unheard?: object;
  /** End state if nobody acts again, for acts that lapse then. */
  lapsed?: object;
  /** Whether the end state needs more than the act, such as a payment. */
  isOpen?: true;
}

interface Definition<Case> extends Facts {
  prepare: () => Promise<Case>;
  act: Step<Case>;
  /** Each of them alone must recover from a fault in the middle of the act. */
  recoveries?: Record<string, Step<Case>>;
  endOf: (given: Case) => Promise<unknown>;
}

/** An act with its preconditions, ready to be made. */
interface Prepared {
  /** Makes the act, or makes it again: people repeat what seems to have failed. */
  act: () => Promise<unknown>;
  recover: (way: string) => Promise<unknown>;
  endOf: () => Promise<unknown>;
}

/** An act of the shop that must take effect exactly once, however it is interrupted. */
export interface Scenario extends Facts {
  prepare: () => Promise<Prepared>;
  /** Names of the recoveries. */
  ways: string[];
}

/** Scenarios by name. */
export type Scenarios = Record<string, Scenario>;

export function scenario<Case>({
  prepare,
  act,
  recoveries = {},
  endOf,
  ...facts
}: Definition<Case>): Scenario {
  return {
    ...facts,
    ways: Object.keys(recoveries),
    async prepare() {
      const given = await prepare();
      return {
        act: () => act(given),
        recover: async (way) => recoveries[way]?.(given),
        endOf: () => endOf(given),
      };
    },
  };
}
