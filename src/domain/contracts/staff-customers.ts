/**
 * Customers, returned by `/api/staff/customers` and `/api/staff/customer` (supabase/schemas/people/staff_customers.sql). Money
 * is whole pence, and null if the caller may not see it.
 */
import * as z from 'zod';
import { returnKinds, returnStates, suppressionReasons } from '../enums.ts';
import { pence } from '../money/money.ts';
import { rowId, severalLines } from './fields.ts';
import { acts, reads } from './staff-call.ts';
import { rowIdText, searchText } from './staff-fields.ts';
import { StaffRow } from './staff-orders.ts';

/** Idempotency key. */
const event = z.uuid('Not a valid action.');
const customer = rowId;
const amount = z.int().transform(pence);

const CustomerRow = z.object({
  customer: z.int(),
  /** False for a guest. */
  account: z.boolean(),
  name: z.string(),
  email: z.string(),
  last_order_at: z.string().nullable(),
  orders: z.int(),
  /** Charged less refunded. */
  spent_pence: amount.nullable(),
});
export type CustomerRow = z.output<typeof CustomerRow>;

const Entry = z.object({
  id: z.uuid(),
  at: z.string(),
  kind: z.enum(['note', 'message', 'exported', 'erased', 'merge_asked', 'merged']),
  /** The colleague. */
  by: z.string(),
  /** The order of a note or message about one. */
  order: z.int().nullable(),
  text: z.string().nullable(),
});
export type CustomerEntry = z.output<typeof Entry>;

const Customer = z.object({
  customer: z.int(),
  account: z.boolean(),
  name: z.string(),
  /** Null for a guest. */
  username: z.string().nullable(),
  email: z.string(),
  email_confirmed_at: z.string().nullable(),
  registered_at: z.string().nullable(),
  /** Whether the account is a colleague's. */
  works_here: z.boolean(),
  /** Why e-mails may not arrive. */
  mail_trouble: z.enum(suppressionReasons).nullable(),
  last_order_at: z.string().nullable(),
  order_count: z.int(),
  sums: z.object({ charged_pence: amount, refunded_pence: amount }).nullable(),
  orders: z.array(StaffRow),
  next: z.int().nullable(),
  /** Recipients of messages about the orders on this page. */
  recipients: z.array(
    z.object({
      checkout: z.uuid(),
      order: z.int(),
      name: z.string(),
      email: z.string(),
      mail_trouble: z.enum(suppressionReasons).nullable(),
    }),
  ),
  returns: z.array(
    z.object({
      id: z.int(),
      order: z.int(),
      code: z.string(),
      kind: z.enum(returnKinds),
      state: z.enum(returnStates),
      asked_at: z.string(),
      units: z.int(),
    }),
  ),
  /** Complaints about personal data; null if the caller may not see them. */
  complaints: z.int().nullable(),
  /** The guest orders, or the account, of the same address. */
  same_address: z.int().nullable(),
  /** The latest offer to move the orders that the customer has not accepted. */
  merge_asked: z.object({ at: z.string(), into: z.int() }).nullable(),
  entries: z.array(Entry),
});
export type Customer = z.output<typeof Customer>;

const CustomersQuery = z.object({
  q: searchText.default(''),
  /** `next` of the previous page. */
  after: z
    .string()
    .regex(/^\d{1,17}\.\d{1,15}$/, 'The list has no such page.')
    .optional(),
});

/** A page of customers, those with the latest orders first. */
export const getCustomers = reads(
  '/api/staff/customers',
  CustomersQuery,
  z.object({
    rows: z.array(CustomerRow),
    next: z.string().nullable(),
    /** Rows on the pages before. */
    before: z.int(),
    total: z.int(),
  }),
);

/** One customer, with a page of orders. @throws 404 */
export const getCustomer = reads(
  '/api/staff/customer',
  z.object({ customer: rowIdText, after: rowIdText.optional() }),
  Customer,
);

/** Adds a note that only staff read. @throws 404 */
export const addCustomerNote = acts(
  '/api/staff/customer/note',
  z.object({ event, customer, text: severalLines(2000) }),
  z.object({ noted: z.literal(true) }),
);

/** All data on a customer who asked for it, as a file to save; it is recorded. @throws 404 */
export const exportCustomer = acts(
  '/api/staff/customer/export',
  z.object({ event, customer }),
  z.object({ name: z.string(), text: z.string() }),
);

/** Erases a customer who asked for it. @throws 404, 409 */
export const eraseCustomer = acts(
  '/api/staff/customer/erase',
  z.object({ event, customer }),
  z.object({ erased: z.literal(true) }),
);

/** Offers a customer by e-mail to move their orders into an account. @throws 404, 409 */
export const mergeCustomers = acts(
  '/api/staff/customer/merge',
  z.object({ event, customer, into: customer }),
  z.object({ asked: z.literal(true) }),
  { status: 202 },
);
