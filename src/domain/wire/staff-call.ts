/**
 * The contract of a studio call. It is declared once, in this folder; the client (`src/api/call-staff.ts`), the
 * route (`netlify/server/staff/staff-route.ts`) and the answer's check derive from it.
 */
import type * as z from 'zod';

/** One schema, or one per value of the body's `do`. */
type Answers = z.ZodType | Readonly<Record<string, z.ZodType>>;

export interface StaffCall<Input extends z.ZodType = z.ZodType, Answer extends Answers = Answers> {
  method: 'GET' | 'POST';
  path: `/api/staff/${string}` | `/api/staff-files/${string}`;
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
export function reads<Input extends z.ZodType, Answer extends Answers>(
  path: Path,
  asked: Input,
  answer: Answer,
): StaffCall<Input, Answer> {
  return { method: 'GET', path, takes: 'query', asked, answer };
}

/** A call that acts, by POST with a JSON body. */
export function acts<Input extends z.ZodType, Answer extends Answers>(
  path: Path,
  asked: Input,
  answer: Answer,
  extras: Extras = {},
): StaffCall<Input, Answer> {
  return { method: 'POST', path, takes: 'json', asked, answer, ...extras };
}

/** A call that takes a file: its bytes are the body, everything else is in the query. */
export function takesFile<Input extends z.ZodType, Answer extends Answers>(
  path: Path,
  asked: Input,
  answer: Answer,
): StaffCall<Input, Answer> {
  return { method: 'POST', path, takes: 'file', asked, answer };
}

function isSchema(answer: Answers): answer is z.ZodType {
  return typeof answer.safeParse === 'function';
}

/** The schema of the answer to a request. @throws TypeError for a `do` without one. */
export function answerOf({ path, answer }: StaffCall, asked: unknown): z.ZodType {
  if (isSchema(answer)) return answer;
  const what = typeof asked === 'object' && asked !== null && 'do' in asked ? String(asked.do) : '';
  const schema = answer[what];
  if (!schema) throw new TypeError(`${path} declares no answer to “${what}”`);
  return schema;
}

/** The type of the answer to a request. */
export type AnswerTo<Call extends StaffCall, Input> = Call['answer'] extends z.ZodType
  ? z.output<Call['answer']>
  : Input extends { do: infer What extends keyof Call['answer'] }
    ? Call['answer'][What] extends z.ZodType
      ? z.output<Call['answer'][What]>
      : never
    : never;

/** The query or body of a call after its checks, as its handler gets it. */
export type Asked<Call extends StaffCall> = z.output<Call['asked']>;
