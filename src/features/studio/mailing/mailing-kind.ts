import * as z from 'zod';
import { everybody, MailingDraft } from '#domain/contracts/mailing-draft.ts';
import type { FormKind } from '../releases/edits/form-kind.ts';
import { labelOf } from './mailing-fields.ts';

const text = z.string();

/**
 * The form of a mailing, valid or not. Its `release` is the mailing's id, its `version` that of the row, 0 before the
 * first save.
 */
const TypedMailing = z.object({
  form: z.object({ release: z.string(), version: z.int() }),
  subject: text,
  preheader: text,
  heading: text,
  text,
  picture: text,
  pictureAlt: text,
  buttonLabel: text,
  buttonHref: text,
  segment: MailingDraft.shape.segment,
  products: z.array(z.int()),
}) satisfies z.ZodType<MailingDraft>;
export type TypedMailing = z.infer<typeof TypedMailing>;

const empty: MailingDraft = {
  subject: '',
  preheader: '',
  heading: '',
  text: '',
  picture: '',
  pictureAlt: '',
  buttonLabel: '',
  buttonHref: '',
  products: [],
  segment: everybody,
};

/** A mailing as its form shows it. @param saved undefined for a new one. */
export function typedMailing(
  release: string,
  saved: { version: number; content: MailingDraft } | undefined,
): TypedMailing {
  return { ...(saved?.content ?? empty), form: { release, version: saved?.version ?? 0 } };
}

export const mailingKind: FormKind<TypedMailing> = {
  schema: TypedMailing,
  subjects: () => [],
  title: ({ subject }) => subject,
  fields: (typed) => new Map(Object.entries(typed).filter(([field]) => field !== 'form')),
  withFields: (theirs, fields) => TypedMailing.parse({ ...theirs, ...Object.fromEntries(fields) }),
  label: labelOf,
};
