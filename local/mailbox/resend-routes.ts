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

const keyLifetimeMs = 24 * 60 * 60 * 1000;

interface Parts {
  store: MailStore;
  faults: MailFaults;
  /** The only API key accepted. */
  apiKey: string;
}

function refuse(c: Context, statusCode: 400 | 401 | 403 | 409 | 422, name: string, why: string) {
  return c.json({ statusCode, name, message: why }, statusCode);
}

/** Resend's `POST /emails` with its errors, as far as the shop uses it. */
export function resendRoutes({ store, faults, apiKey }: Parts): Hono {
  const known = new Map<string, { body: string; id: string; until: number }>();
  const routes = new Hono();

  routes.post('/', async (c) => {
    const fault = faults.take();
    if (fault && !fault.arrives) {
      return c.json({ name: 'application_error', message: 'Simulated failure.' }, fault.status);
    }
    const [, token] = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '') ?? [];
    if (!token) return refuse(c, 401, 'missing_api_key', 'Missing API key.');
    if (token !== apiKey) return refuse(c, 403, 'invalid_api_key', 'API key is invalid.');
    const key = c.req.header('idempotency-key');
    if (key !== undefined && (key.length < 1 || key.length > 256)) {
      return refuse(c, 400, 'invalid_idempotency_key', 'The key must be 1 to 256 characters long.');
    }
    const body = await c.req.text();
    const earlier = key === undefined ? undefined : known.get(key);
    if (earlier && earlier.until > Date.now()) {
      if (earlier.body === body) return c.json({ id: earlier.id });
      return refuse(c, 409, 'invalid_idempotent_request', 'The key was used with another payload.');
    }
    const email = Email.safeParse(JSON.parse(body));
    if (!email.success) return refuse(c, 422, 'validation_error', z.prettifyError(email.error));
    const { reply_to: _, ...mail } = email.data;
    const { id } = store.add(mail);
    if (key !== undefined) known.set(key, { body, id, until: Date.now() + keyLifetimeMs });
    if (fault)
      return c.json({ name: 'application_error', message: 'Simulated failure.' }, fault.status);
    return c.json({ id });
  });

  return routes;
}
