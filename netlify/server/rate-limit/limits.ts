/** How many attempts somebody has at once; they come back evenly, all within `seconds`. */
export type Limit = {
  attempts: number;
  seconds: number;
};

const minute = 60;

/**
 * What a caller may try before being asked to wait. Beside these, which count in the database and
 * hold on every machine, Netlify cuts floods off by the `rateLimit` in each function's `config`;
 * Netlify reads that without running it, so those numbers have to be written there.
 *
 * A right login costs nothing, so an office, a campus or a mobile network behind one address can
 * log in all day; only wrong passwords count.
 */
export const limits = {
  /** Wrong logins from one address, for whatever names: one address cannot try many. */
  'login-address': { attempts: 30, seconds: 15 * minute },
  /** Wrong logins for one name from one address: the first limit that a forgetful shopper meets. */
  'login-name-at-address': { attempts: 10, seconds: 15 * minute },
  /**
   * Wrong logins for one name from all addresses together that never logged in with it: a botnet
   * gets 750 guesses a day. It cannot lock the shopper out where they are known, and elsewhere no
   * longer than two minutes after it stops.
   */
  'login-name': { attempts: 30, seconds: 60 * minute },
  'register-address': { attempts: 30, seconds: 10 * minute },
  /** The launch page may be opened by a whole room of people on one network. */
  'subscribe-address': { attempts: 60, seconds: 10 * minute },
  'reset-link-address': { attempts: 20, seconds: 15 * minute },
  /** Links to one e-mail address, whoever has it and whoever asks: nobody's mailbox is flooded. */
  'reset-link-email': { attempts: 5, seconds: 60 * minute },
  'new-password-address': { attempts: 30, seconds: 15 * minute },
  /** Payment pages of one shopper: each is a call to Stripe and holds stock. */
  'payment-page': { attempts: 30, seconds: 10 * minute },
} as const satisfies Record<string, Limit>;

export type LimitedAction = keyof typeof limits;

/** How long an address is remembered from which a shopper has logged in. */
export const knownLoginSeconds = 30 * 24 * 60 * minute;
