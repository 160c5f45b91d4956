/** Unsaved input of the studio's forms, kept on the server while it is typed (docs/decisions/0026-studio.md). */
import * as z from 'zod';
import { counter, formAddress } from './staff-fields.ts';
import { acts, reads } from './staff-call.ts';
import { oneLine } from './fields.ts';
import { ReleaseRow } from './staff-releases.ts';

/** Input in its form's own format, with what editing began with. */
const EditInput = z.object({
  base: z.record(z.string(), z.json()),
  typed: z.record(z.string(), z.json()),
});

/** A form with unsaved input. Moments are ISO 8601. */
const EditRow = z.object({
  form: z.string(),
  title: z.string(),
  by: z.string(),
  mine: z.boolean(),
  began_at: z.string(),
  changed_at: z.string(),
});

/** `GET /api/staff/edits?form=…&subjects=…` */
const Edits = z.object({
  /** The caller's input of the form; null if none. */
  mine: z
    .object({
      input: EditInput,
      version: z.int(),
      /** The tab that wrote it. */
      writer: z.uuid(),
      changed_at: z.string(),
    })
    .nullable(),
  /** Everybody's edits of the subjects, or of everything without a form. */
  edits: z.array(EditRow),
  /** Unpublished releases of the subjects. */
  drafts: z.array(ReleaseRow),
});
export type Edits = z.infer<typeof Edits>;

/** Maximum number of subjects of a form: a page's kinds of content. */
const mostSubjects = 20;
const subjects = z.array(z.string().max(150)).max(mostSubjects);

/** The edits of a form's subjects, with the caller's own input; all edits without a form. @throws 403 */
export const getEdits = reads(
  '/api/staff/edits',
  z.object({
    form: formAddress.optional(),
    /** Comma-separated: `product/SLUG`, `category/SLUG`, `content/KEY`, `order/SLUG`, `menu`. */
    subjects: z
      .string()
      .transform((text) => text.split(',').filter(Boolean))
      .pipe(subjects)
      .default([]),
  }),
  Edits,
);

/** Maximum size of an edit in bytes: both versions of a page's texts. */
const mostEditBytes = 1_000_000;

/**
 * Keeps input of a form, or drops it (`input` null). `version` is the replaced one, 0 for none.
 * @throws 409 `edit_changed` if another tab or device has written it since; 403
 */
export const saveEdit = acts(
  '/api/staff/edits/save',
  z.object({
    form: formAddress,
    subjects,
    title: oneLine(200),
    input: EditInput.nullable(),
    writer: z.uuid(),
    version: counter,
  }),
  z.object({ version: z.int(), changed_at: z.string() }),
  { limit: mostEditBytes },
);
