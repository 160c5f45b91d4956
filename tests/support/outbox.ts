import type { FreshDatabase } from './fresh-database.ts';

/** An e-mail that the shop owes or has sent. */
export interface OwedMail {
  id: string;
  status: string;
  attempts: number;
  last_error: string | null;
  /** Seconds until it may be tried again. */
  waits: number;
}

/** Looks into the outbox and moves its time. */
export function outboxOf({ sql }: FreshDatabase) {
  return {
    async of(order: number | null): Promise<OwedMail | undefined> {
      const [mail] = await sql<OwedMail[]>`
        select id, status::text, attempts, last_error,
          extract(epoch from due_at - now())::float8 as waits
        from mail_outbox where order_id = ${order}`;
      return mail && { ...mail };
    },
    /** Lets so many seconds pass for everything in the outbox. */
    async letPass(seconds: number): Promise<void> {
      await sql`
        update mail_outbox set
          due_at = due_at - make_interval(secs => ${seconds}),
          created_at = created_at - make_interval(secs => ${seconds})`;
    },
    /** Takes everything out that is due, so that a test meets its own e-mails alone. */
    async settle(): Promise<void> {
      await sql`update mail_outbox set status = 'parked' where status = 'due'`;
    },
  };
}
