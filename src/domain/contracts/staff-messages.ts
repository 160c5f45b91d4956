/** Messages from staff to shoppers, and their templates. */
import * as z from 'zod';
import { openPlaceholders, unknownPlaceholders } from '../basics/message-placeholders.ts';
import { oneLine, severalLines } from './fields.ts';
import { acts, reads } from './staff-call.ts';

const template = z.uuid('Not a valid template.');
const subject = oneLine(150);
const text = severalLines(5000);

/** Maximum characters of a subject and of a text. */
export const messageLengths = { title: 80, subject: 150, text: 5000 } as const;

function ofTemplate(field: typeof subject) {
  return field.refine((value) => unknownPlaceholders(value).length === 0, {
    error: ({ input }) => `Unknown placeholder: ${unknownPlaceholders(String(input)).join(', ')}`,
  });
}

function ofMessage(field: typeof subject) {
  return field.refine((value) => openPlaceholders(value).length === 0, {
    error: ({ input }) => `Replace ${openPlaceholders(String(input)).join(', ')} by its text.`,
  });
}

const Template = z.object({
  id: z.uuid(),
  title: z.string(),
  subject: z.string(),
  text: z.string(),
  changed_at: z.string(),
  /** Null for those that the shop starts with. */
  changed_by: z.string().nullable(),
});
export type Template = z.infer<typeof Template>;

/** Templates by title. */
export const getTemplates = reads(
  '/api/staff/templates',
  z.object({}),
  z.object({ templates: z.array(Template) }),
);

/** Adds or changes a template. @throws 404; 409 if a colleague has changed it since */
export const saveTemplate = acts(
  '/api/staff/templates',
  z.object({
    template,
    /** `changed_at` of the version that was changed; null for a new one. */
    seen: z.iso.datetime({ offset: true, error: 'Not a date and time.' }).nullable(),
    title: oneLine(messageLengths.title),
    subject: ofTemplate(subject),
    text: ofTemplate(text),
  }),
  z.object({ saved: z.literal(true) }),
);

/** Removes a template. */
export const removeTemplate = acts(
  '/api/staff/templates/remove',
  z.object({ template }),
  z.object({ removed: z.literal(true) }),
);

/** Writes to the shopper about an order. @throws 400, 404, 409 */
export const sendMessage = acts(
  '/api/staff/message',
  z.object({
    /** Idempotency key: a double click sends once. */
    event: z.uuid('Not a valid action.'),
    checkout: z.uuid('Not a valid order.'),
    subject: ofMessage(subject),
    text: ofMessage(text),
  }),
  z.object({ checkout: z.uuid() }),
  { status: 202 },
);
