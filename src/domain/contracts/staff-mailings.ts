/** Studio calls about the mailing list and its mailings. */
import * as z from 'zod';
import { mailingStates, newsPlaces } from '../enums.ts';
import { acts, reads } from './staff-call.ts';
import { MailingDraft } from './mailing-draft.ts';
import { counter } from './staff-fields.ts';

const Subscriber = z.object({
  id: z.uuid(),
  email: z.string(),
  confirmed_at: z.string(),
  asked_from: z.enum(newsPlaces),
  confirmed_text: z.string(),
});
export type Subscriber = z.infer<typeof Subscriber>;

/** `GET /api/staff/subscribers` */
export const SubscribersAnswer = z.object({
  /** Number of people on the list. */
  people: z.int(),
  /** Number of people who have not used the mailed link yet. */
  pending: z.int(),
  /** By Monday, as ISO dates. */
  weeks: z.array(z.object({ week: z.string(), joined: z.int(), gone: z.int() })),
  subscribers: z.array(Subscriber),
});
export type SubscribersAnswer = z.infer<typeof SubscribersAnswer>;

/** `POST /api/staff/subscribers`: takes a subscriber off the list. */
const RemoveSubscriberBody = z.object({ subscription: z.uuid('Not a subscriber.') });

const moment = z.string().nullable();

/** A product as an e-mail shows it. */
const ShownProduct = z.object({
  id: z.int(),
  name: z.string(),
  price_pence: z.int(),
  /** Path or URL; null for a product without a picture. */
  picture: z.string().nullable(),
});
export type ShownProduct = z.infer<typeof ShownProduct>;

const Mailing = z.object({
  id: z.uuid(),
  version: z.int(),
  state: z.enum(mailingStates),
  content: MailingDraft,
  /** Number of its recipients; null once it has started. */
  people: z.int().nullable(),
  /** Products of a draft or scheduled mailing, as far as the shop knows them; none for other states. */
  products: z.array(ShownProduct),
  /** Links of a draft or scheduled mailing to paths where the shop has no page now. */
  dead_links: z.array(z.string()),
  send_at: moment,
  /** Whether it goes out once all of its products are on sale, instead of at `send_at`. */
  when_open: z.boolean(),
  /** When the last of its products opens, as planned now; null when none is to open. */
  opens_at: moment,
  started_at: moment,
  ended_at: moment,
  changed_at: z.string(),
  changed_by: z.string().nullable(),
  released_by: z.string().nullable(),
  owed: z.int(),
  sent: z.int(),
  failed: z.int(),
  unsubscribed: z.int(),
});
export type Mailing = z.infer<typeof Mailing>;

/** `GET /api/staff/mailings`, the newest first. */
export const MailingsAnswer = z.object({
  people: z.int(),
  mailings: z.array(Mailing.extend({ preview: z.string() })),
});
export type MailingsAnswer = z.infer<typeof MailingsAnswer>;

const mailing = z.uuid('Not a mailing.');

/** Fifty subscribers whose address contains `q`, after an address. */
export const getSubscribers = reads(
  '/api/staff/subscribers',
  z.object({
    q: z.string().max(254, 'Search for less.').default(''),
    after: z.string().max(254).optional(),
  }),
  SubscribersAnswer,
);

/** Takes a subscriber off the list; idempotent. */
export const removeSubscriber = acts(
  '/api/staff/subscribers',
  RemoveSubscriberBody,
  z.object({ removed: z.literal(true) }),
);

/** The latest mailings with their figures, or one. */
export const getMailings = reads(
  '/api/staff/mailings',
  z.object({ mailing: mailing.optional() }),
  MailingsAnswer,
);

/** Saves a draft: the saved version, and the address of its preview. @throws 409 after somebody else saved it */
export const saveMailing = acts(
  '/api/staff/mailings/save',
  z.object({ mailing, version: counter, content: MailingDraft }),
  z.object({ version: z.int(), preview: z.string() }),
);

/**
 * Sends the caller a test of a saved mailing. `test` is an idempotency key, made by the browser for each press.
 * @throws 400 with what is missing, 404, 503
 */
export const testMailing = acts(
  '/api/staff/mailings/test',
  z.object({ mailing, test: z.uuid() }),
  z.object({ email: z.string() }),
);

/** Sends a mailing to all subscribers, now or later. @throws 400 with what is missing, 404, 409 */
export const sendMailing = acts(
  '/api/staff/mailings/send',
  z.object({
    mailing,
    version: counter,
    /** Number of recipients that the sender was shown. */
    people: counter,
    /** ISO 8601; null for at once; 'open' for when its products are on sale. */
    at: z.union([z.iso.datetime(), z.literal('open')]).nullable(),
  }),
  z.object({}),
);

const CartReminders = z.object({
  /** Hours after which a cart is reminded of; null while that is off. */
  after_hours: z.int().nullable(),
  since: moment,
  turned_on_by: z.string().nullable(),
  /** Reminders of the last 30 days. */
  sent: z.int(),
  /** Number of them that were followed by an order within a week. */
  bought: z.int(),
});
export type CartReminders = z.infer<typeof CartReminders>;

/** Reminders of carts that were left at checkout. */
export const getCartReminders = reads('/api/staff/cart-reminders', z.object({}), CartReminders);

/** Turns reminders on, changes their hours, or turns them off (null). */
export const remindOfCarts = acts(
  '/api/staff/cart-reminders',
  z.object({
    after_hours: z
      .int('Write whole hours.')
      .min(1, 'Wait at least an hour.')
      .max(48, 'Wait at most 48 hours.')
      .nullable(),
  }),
  CartReminders,
);

/** Stops, resumes or discards a mailing: one rule in SQL (`staff_halt_mailing`). @throws 404, 409 */
export const haltMailing = acts(
  '/api/staff/mailings/halt',
  z.object({ mailing, do: z.enum(['stop', 'resume', 'discard']) }),
  z.object({}),
);
