import type postgres from 'postgres';

/** Lets Stripe pay out all payments, without fees, and reads it. */
export async function payOutAll(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into stripe_payouts (
      stripe_payout_id, amount_pence, currency, status, is_live, is_listed, created_at, arrives_on)
    select 'po_1', sum(charged_pence), 'gbp', 'paid', false, true, now(), now()::date from payments`;
  await sql`
    insert into stripe_entries (
      stripe_entry_id, stripe_payout_id, type, amount_pence, fee_pence, currency, created_at, source,
      stripe_payment_intent_id)
    select 'txn_' || id, 'po_1', 'charge', charged_pence, 0, currency, created_at, 'ch_' || id, stripe_payment_intent_id
    from payments where charged_pence > 0`;
  await sql`select reconcile_payouts('po_1'), reconcile_payouts()`;
}
