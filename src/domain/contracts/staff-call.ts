/**
 * The contract of a studio call. It is declared once, in this folder; the client (`src/api/call-staff.ts`), the
 * route (`netlify/server/staff/staff-route.ts`) and the answer's check derive from it.
 */
import type * as z from 'zod';

export interface StaffCall<
  Input extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST';
  path: `/api/staff/${string}` | `/api/staff-files/${string}` | `/api/staff-papers/${string}`;
  /** Location of `asked`: the query, a JSON body, or the query beside a file that is the body. */
  takes: 'query' | 'json' | 'file';
  asked: Input;
  answer: Answer;
  /** Maximum size of a JSON body in bytes; the usual limit if omitted. */
  limit?: number;
  /** HTTP status of an answer; 200 if omitted. */
  status?: 202;
}

type Path = StaffCall['path'];
type Extras = Pick<StaffCall, 'limit' | 'status'>;

/** A call that reads, by GET. */
export function reads<Input extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  asked: Input,
  answer: Answer,
): StaffCall<Input, Answer> {
  return { method: 'GET', path, takes: 'query', asked, answer };
}

/** A call that acts, by POST with a JSON body. */
export function acts<Input extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  asked: Input,
  answer: Answer,
  extras: Extras = {},
): StaffCall<Input, Answer> {
  return { method: 'POST', path, takes: 'json', asked, answer, ...extras };
}

/** A call that takes a file: its bytes are the body, everything else is in the query. */
export function takesFile<Input extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  asked: Input,
  answer: Answer,
): StaffCall<Input, Answer> {
  return { method: 'POST', path, takes: 'file', asked, answer };
}

/** The query or body of a call after its checks, as its handler gets it. */
export type Asked<Call extends StaffCall> = z.output<Call['asked']>;
