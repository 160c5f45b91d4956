import type { FreshDatabase } from './fresh-database.ts';

/** An e-mail that the shop owes or has sent. */
export interface OwedMail {
  id: string;
  status: string;
  attempts: number;
  last_error: string | null;
  /** Seconds until the next attempt. */
  waits: number;
}

/** Reads the outbox and advances its time. */
export function outboxOf({ sql }: FreshDatabase) {
  return {
    /** The confirmation of an order. */
    async of(order: number | null): Promise<OwedMail | undefined> {
      const [mail] = await sql<OwedMail[]>`
        select m.id, m.status::text, m.attempts, m.last_error,
          extract(epoch from m.due_at - now())::float8 as waits
        from mail_outbox m join orders o on o.checkout_id = m.checkout_id
        where o.id = ${order} and m.kind = 'order'`;
      return mail && { ...mail };
    },
    /** Kinds of e-mail caused by a checkout. */
    async kindsOf(checkout: string): Promise<string[]> {
      const mails = await sql<{ kind: string }[]>`
        select kind::text from mail_outbox where checkout_id = ${checkout} order by created_at`;
      return mails.map(({ kind }) => kind);
    },
    /** Advances time by `seconds` for everything in the outbox. */
    async letPass(seconds: number): Promise<void> {
      await sql`
        update mail_outbox set
          due_at = due_at - make_interval(secs => ${seconds}),
          created_at = created_at - make_interval(secs => ${seconds}),
          resent_at = resent_at - make_interval(secs => ${seconds})`;
    },
    /** Removes everything that is due, so that a test sees only its own e-mails. */
    async settle(): Promise<void> {
      await sql`update mail_outbox set status = 'parked' where status = 'due'`;
    },
  };
}
