import type { FreshDatabase } from './fresh-database.ts';
import { eventually } from './eventually.ts';

/** State of a payment session's checkout in the database. */
export interface CheckoutFacts {
  checkout: string;
  status: string;
  payments: number;
  orders: number;
  /** Number of live holds. */
  holds: number;
}

/** The state of a session's checkout; undefined if no checkout has it. */
export async function factsOf(
  { sql }: FreshDatabase,
  session: string,
): Promise<CheckoutFacts | undefined> {
  const [facts] = await sql<CheckoutFacts[]>`
    select c.id as checkout, c.status::text,
      (select count(*)::int from payments p where p.checkout_id = c.id) as payments,
      (select count(*)::int from orders o where o.checkout_id = c.id) as orders,
      (select count(*)::int from stock_holds h
       where h.checkout_id = c.id and h.expires_at > now()) as holds
    from checkouts c where c.stripe_session_id = ${session}`;
  return facts && { ...facts };
}

/** Waits, at most ten seconds, until the checkout of a session has a status. */
export async function untilStatus(
  database: FreshDatabase,
  session: string,
  status: string,
): Promise<void> {
  await eventually(async () => {
    const found = (await factsOf(database, session))?.status;
    if (found !== status) throw new Error(`The checkout is ${found}, not ${status}.`);
  });
}

/** Makes a checkout old enough for the sweep. */
export async function makeOld({ sql }: FreshDatabase, session: string): Promise<void> {
  await sql`
    update checkouts set created_at = created_at - interval '1 hour'
    where stripe_session_id = ${session}`;
}

/** Releases all unfinished checkouts, so that later sweeps of the test file find none. */
export async function giveUpAll({ sql }: FreshDatabase): Promise<void> {
  await sql`
    with given_up as (
      update checkouts set status = 'released', closed_at = now()
      where status in ('open', 'awaiting_payment') returning id
    )
    delete from stock_holds h using given_up where h.checkout_id = given_up.id`;
}
