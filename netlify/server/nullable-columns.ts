import type { Database } from './database.types.ts';

type Functions = Database['public']['Functions'];

/** Row of a `returns table` function as generated: no column is null. */
export type GeneratedRow<Name extends keyof Functions> =
  Functions[Name]['Returns'] extends (infer Row)[] ? Row : never;

/**
 * Columns of `returns table` functions that may be null; the generator takes none to be.
 * `round-trips.test.ts` reports one that is missing here.
 */
export const nullableColumns = {
  ask_login_code: ['request'],
  begin_login: ['email'],
  begin_label: ['quote', 'purchase', 'parcel'],
  begin_refund: ['outcome', 'waits', 'refund_id', 'amount_pence'],
  complain: ['mail'],
  confirm_subscription: ['mail'],
  enter_draw: ['entry', 'mail'],
  find_purchase: ['billing_info_id', 'payment_id', 'order'],
  health: ['about'],
  labels_to_print: ['grams', 'service', 'format', 'service_pence'],
  owe_confirm_email: ['mail'],
  payment_progress: ['order', 'payment_intent'],
  record_dispute: ['order'],
  reorder_lines: ['product'],
  second_factor_try: ['try', 'factor'],
  shopper_note: ['gift_message', 'note'],
  staff_cart_reminders: ['after_hours', 'since', 'turned_on_by'],
  staff_close_surplus: ['order', 'payment_intent'],
  staff_complaints: ['answered_at', 'answered_by', 'outcome'],
  staff_health: ['about'],
  staff_me: ['second_factor_since', 'counts'],
  staff_publishing: ['build_asked_at', 'build_started_at', 'awaits_build'],
  staff_resolve_review: ['order', 'payment_intent'],
  staff_templates: ['changed_by'],
  staff_retry_payment: ['order', 'payment_intent'],
  staff_settle_payment: ['order', 'payment_intent'],
  staff_welcome_offer: [
    'turned_on_at',
    'turned_on_by',
    'kind',
    'percent',
    'amount_pence',
    'minimum_pence',
    'with_sales',
    'code_days',
  ],
  take_due_order_refunds: ['payment_intent'],
  take_unfinished_checkouts: ['stripe_session_id'],
  try_login_code: ['guesses_left', 'user', 'email'],
  withdrawable_order: ['withdraw_until'],
} as const satisfies { [Name in keyof Functions]?: readonly (keyof GeneratedRow<Name>)[] };
