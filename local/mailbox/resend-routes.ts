import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { z } from 'zod';
import type { MailFaults } from './mail-faults.ts';
import type { MailStore } from './stored-mail.ts';

/** An e-mail address with an optional display name. */
const address = z.string().regex(/^(?:[^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/);

/** The part of Resend's schema that the shop uses: https://resend.com/docs/api-reference/emails/send-email */
const Email = z
  .strictObject({
    from: address,
    to: z.union([address.transform((one) => [one]), z.array(address).min(1).max(50)]),
    subject: z.string().min(1),
    text: z.string().default(''),
    html: z.string().default(''),
    reply_to: address.optional(),
    headers: z.record(z.string(), z.string()).default({}),
  })
  .refine(({ text, html }) => text !== '' || html !== '', 'Missing `html` or `text` field.');
type Email = z.infer<typeof Email>;

const keyLifetimeMs = 24 * 60 * 60 * 1000;
const mostInBatch = 100;

interface Parts {
  store: MailStore;
  faults: MailFaults;
  /** The only API key accepted. */
  apiKey: string;
}

function refuse(c: Context, statusCode: 400 | 401 | 403 | 409 | 422, name: string, why: string) {
  return c.json({ statusCode, name, message: why }, statusCode);
}

function fail(c: Context, status: 422 | 429 | 500 | 503) {
  if (status !== 429)
    return c.json({ name: 'application_error', message: 'Simulated failure.' }, status);
  c.header('retry-after', '1');
  return c.json({ name: 'rate_limit_exceeded', message: 'Too many requests.' }, 429);
}

/** Resend's `POST /emails` and `POST /emails/batch` with the errors that the shop handles. */
export function resendRoutes({ store, faults, apiKey }: Parts): Hono {
  const routes = new Hono();

  function keep({ from, to, subject, text, html, headers }: Email): { id: string } {
    return { id: store.add({ from, to, subject, text, html, headers }).id };
  }

  /** @param take maps a payload to its response, or to a refusal. */
  async function accept(
    c: Context,
    take: (payload: unknown) => Record<string, unknown> | Response,
  ) {
    const fault = faults.take();
    if (fault && !fault.arrives) return fail(c, fault.status);
    const [, token] = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '') ?? [];
    if (!token) return refuse(c, 401, 'missing_api_key', 'Missing API key.');
    if (token !== apiKey) return refuse(c, 403, 'invalid_api_key', 'API key is invalid.');
    const key = c.req.header('idempotency-key');
    if (key !== undefined && (key.length < 1 || key.length > 256)) {
      return refuse(c, 400, 'invalid_idempotency_key', 'The key must be 1 to 256 characters long.');
    }
    const body = await c.req.text();
    const payload = createHash('sha256').update(body).digest('hex');
    const earlier = key === undefined ? undefined : store.answers()[key];
    if (earlier && earlier.until > Date.now()) {
      if (earlier.payload === payload) return c.json(earlier.answer);
      return refuse(c, 409, 'invalid_idempotent_request', 'The key was used with another payload.');
    }
    const answer = take(JSON.parse(body));
    if (answer instanceof Response) return answer;
    if (key !== undefined) {
      store.answers()[key] = { payload, answer, until: Date.now() + keyLifetimeMs };
    }
    store.save();
    return fault ? fail(c, fault.status) : c.json(answer);
  }

  routes.post('/', (c) =>
    accept(c, (payload) => {
      const email = Email.safeParse(payload);
      if (!email.success) return refuse(c, 422, 'validation_error', z.prettifyError(email.error));
      return keep(email.data);
    }),
  );

  // https://resend.com/docs/api-reference/emails/send-batch-emails
  routes.post('/batch', (c) =>
    accept(c, (payload) => {
      const list = z.array(z.unknown()).min(1).max(mostInBatch).safeParse(payload);
      if (!list.success) {
        return refuse(c, 422, 'validation_error', `Send 1 to ${mostInBatch} e-mails.`);
      }
      const emails = list.data.map((one) => Email.safeParse(one));
      const errors = emails.flatMap(({ error }, index) =>
        error ? [{ index, message: z.prettifyError(error) }] : [],
      );
      const [first] = errors;
      const permissive = c.req.header('x-batch-validation') === 'permissive';
      if (first && !permissive) return refuse(c, 422, 'validation_error', first.message);
      const data = emails.flatMap((email) => (email.success ? [keep(email.data)] : []));
      return permissive ? { data, errors } : { data };
    }),
  );

  return routes;
}
