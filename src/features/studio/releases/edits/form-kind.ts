import type { DraftVersion } from './theirs.ts';
import type * as z from 'zod';
import type { Fields } from './three-way.ts';

/** Input of a form. */
export interface TypedForm {
  form: DraftVersion;
}

/** A kind of form: the parts that keeping, comparing and merging its input need. */
export interface FormKind<Typed extends TypedForm> {
  /** Reads stored input. */
  schema: z.ZodType<Typed>;
  /** The things it edits, as `releases.subjects` names them. */
  subjects: (typed: Typed) => string[];
  /** Title in lists of unsaved input. */
  title: (typed: Typed) => string;
  fields: (typed: Typed) => Fields;
  /** `theirs` with these values. @param mine gives ids to what it has as well. */
  withFields: (theirs: Typed, fields: Fields, mine: Typed) => Typed;
  label: (field: string) => string;
}
