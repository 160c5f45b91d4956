/** A token bucket: a burst of `attempts`, refilled evenly within `seconds`. */
export type Limit = {
  attempts: number;
  seconds: number;
};

const minute = 60;

/**
 * Rate limits, counted in the database and so shared by all machines. Floods of logins and payment
 * pages are cut off earlier, by the `rateLimit` in the function's `config`: Netlify's smallest plan
 * allows two such rules, and reads them statically, so those numbers have to be literals there.
 *
 * Only wrong passwords count: an office, a campus or a mobile network behind one address can log in
 * all day.
 */
export const limits = {
  /** Failed logins from one address, for names that have never logged in there. */
  'login-address': { attempts: 30, seconds: 15 * minute },
  /** Failed logins for one name from one address: the first limit that a forgetful shopper meets. */
  'login-name-at-address': { attempts: 10, seconds: 15 * minute },
  /**
   * Failed logins for one name from all addresses that have never logged in with it: a botnet gets
   * 750 guesses a day. It cannot lock shoppers out at their known addresses, and elsewhere for no
   * longer than two minutes after it stops.
   */
  'login-name': { attempts: 30, seconds: 60 * minute },
  /** Accounts at once from one address: a family, or a few colleagues in a lunch break. */
  'register-address': { attempts: 5, seconds: 10 * minute },
  /** Accounts from one address in the long run: each may hold stock without paying. */
  'register-address-day': { attempts: 20, seconds: 24 * 60 * minute },
  /** Answers that an e-mail address has an account: enough for a household, too few to look up a list. */
  'register-taken-address': { attempts: 5, seconds: 24 * 60 * minute },
  /** Replaces them on a developer's machine, whose shoppers all have one address. */
  'register-locally': { attempts: 30, seconds: 10 * minute },
  /** Guests at once from one address: an office at a drop. Each holds stock only within its network's limit. */
  'guest-address': { attempts: 30, seconds: 10 * minute },
  /** Guests from one address in the long run: each is a row at Auth, whose own limit is higher (config.toml). */
  'guest-address-day': { attempts: 120, seconds: 24 * 60 * minute },
  /** A roomful of people on one network may subscribe on the launch page; a botnet may not mail the world. */
  'subscribe-address': { attempts: 100, seconds: 24 * 60 * minute },
  /** Stock alerts from one address: enough for a roomful of people at a drop, too few for a bot. */
  'stock-alert-address': { attempts: 60, seconds: 24 * 60 * minute },
  /**
   * Stock alerts for one colour from one address: enough for a household, too few to fill the queue with made-up
   * addresses.
   */
  'stock-alert-colour': { attempts: 3, seconds: 24 * 60 * minute },
  /**
   * Entries in one draw from one network: an office, or a few households behind one address, but no script's thousands.
   */
  'draw-entry-network': { attempts: 20, seconds: 24 * 60 * minute },
  /** Entries in one draw for one person's addresses, from any requester. */
  'draw-entry-person': { attempts: 5, seconds: 24 * 60 * minute },
  /** Complaints from one address. */
  'complaint-address': { attempts: 10, seconds: 24 * 60 * minute },
  /** Complaints acknowledged to one e-mail address, from any sender. */
  'complaint-email': { attempts: 3, seconds: 24 * 60 * minute },
  /** Stock alerts to one e-mail address, from any requester: the most that a stranger can have sent there. */
  'stock-alert-email': { attempts: 15, seconds: 7 * 24 * 60 * minute },
  /** E-mails of any kind to an unconfirmed address, from any requester. */
  'unconfirmed-email': { attempts: 1, seconds: 24 * 60 * minute },
  /** Reset links from one address: Auth has one limit for the whole project's e-mails, which one address could use up. */
  'reset-link-address': { attempts: 5, seconds: 60 * minute },
  /** Replaces it on a developer's machine, whose shoppers all have one address. */
  'reset-link-locally': { attempts: 20, seconds: 15 * minute },
  /** Reset links to one e-mail address, from any requester, so that no mailbox is flooded. */
  'reset-link-email': { attempts: 5, seconds: 60 * minute },
  /** Login codes from one address: an office. Each is an e-mail. */
  'login-code-address': { attempts: 20, seconds: 60 * minute },
  /** Replaces it on a developer's machine, whose shoppers all have one address. */
  'login-code-locally': { attempts: 60, seconds: 10 * minute },
  /** Login codes to one e-mail address, from any requester, so that no mailbox is flooded. */
  'login-code-email': { attempts: 5, seconds: 60 * minute },
  /** Login codes to one e-mail address in a day: with five guesses at each code, 60 of a million. */
  'login-code-email-day': { attempts: 12, seconds: 24 * 60 * minute },
  /** Login codes to an unconfirmed e-mail address, whose owner may never have entered it. */
  'login-code-unconfirmed': { attempts: 3, seconds: 24 * 60 * minute },
  /** Wrong login codes from one address, for all codes. */
  'login-code-guess-address': { attempts: 30, seconds: 15 * minute },
  /**
   * Unknown discount codes from one address in the cart, and payment pages with a code: a shop floor of people who type
   * badly. Against single-use codes, of which there are 32¹², even a botnet's guesses are hopeless.
   */
  'discount-code-address': { attempts: 60, seconds: 15 * minute },
  'new-password-address': { attempts: 30, seconds: 15 * minute },
  /**
   * Live reads of stock and prices, which the CDN cannot keep. A campus on launch day stays
   * below; a machine that requests 200 colours in a loop keeps a twentieth of a core busy.
   */
  'live-read-address': { attempts: 1200, seconds: minute },
  /** Payments reported without a login: a guess needs a shopper's id and more. */
  'payment-report-address': { attempts: 120, seconds: 10 * minute },
  /** Queries to Stripe for a payment that its webhook has not reported; Stripe limits the whole shop's calls. */
  'payment-check': { attempts: 120, seconds: 10 * minute },
  /** Payment pages per shopper: each calls Stripe and holds stock. */
  'payment-page': { attempts: 30, seconds: 10 * minute },
  /** Billing forms per shopper: each distinct one is a row. */
  'billing-form': { attempts: 30, seconds: 10 * minute },
  /** Withdrawals without a login from one address: two for each, so a household has ten an hour. */
  'withdrawal-address': { attempts: 20, seconds: 60 * minute },
  /**
   * Withdrawals from one order and for one e-mail address, from any requester: neither can be found by guessing.
   * Beyond them a link is mailed, so that guesses do not lock out the owner.
   */
  'withdrawal-order': { attempts: 20, seconds: 60 * minute },
  'withdrawal-email': { attempts: 5, seconds: 60 * minute },
  /** Photos for the returns of one order, each of which is decoded: several times as many as a return may have. */
  'return-photo': { attempts: 30, seconds: 60 * minute },
  /** Photos for reviews of one order, as for returns; and reviews, which reach pages. */
  'review-photo': { attempts: 30, seconds: 60 * minute },
  review: { attempts: 30, seconds: 60 * minute },
  /** Texts new to the counts (searches, sites, campaigns) from one network: a day has room for 500 of a kind. */
  'count-text-address': { attempts: 20, seconds: 24 * 60 * minute },
  /** Repeats of a search from one network: one person may repeat it, so it counts once a day. */
  'count-search-address': { attempts: 1, seconds: 24 * 60 * minute },
  /** Repeats of a search from other networks: only a third one shows that the words name no person. */
  'count-search': { attempts: 2, seconds: 30 * 24 * 60 * minute },
  /** Downloads of a shopper's own data: each reads all of it. */
  'account-export': { attempts: 10, seconds: 60 * minute },
} as const satisfies Record<string, Limit>;

export type LimitedAction = keyof typeof limits;

/** Seconds that an address counts as known after a successful login. */
export const knownLoginSeconds = 30 * 24 * 60 * minute;
