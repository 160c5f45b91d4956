import type * as z from 'zod';
import type { StaffCall } from '#domain/contracts/staff-call.ts';
import { answer } from '../answer.ts';
import type { Load, Route, Visit } from '../area.ts';
import { HttpError } from '../http-error.ts';
import { readQuery } from '../read-query.ts';
import { readBody } from '../request-body.ts';
import { readMe } from './me.ts';
import { type StaffCaller, staffCaller } from './staff-data.ts';

/** A handler of a studio call: returns a value that the contract checks, or a whole response. */
type StaffHandler<Asked> = (
  staff: StaffCaller,
  asked: Asked,
  visit: Visit & { request: Request },
) => Promise<unknown>;

/** Statuses of a request that was refused for its form, possibly before any SQL function looked at its caller. */
const ofForm = new Set([400, 409, 413, 415, 422]);

/** Runs a studio call. Callers who are not staff learn nothing of mistakes in their request: to them there is no such call. */
async function asStaff<Answer>(caller: StaffCaller, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    const isOfForm = error instanceof HttpError && ofForm.has(error.status);
    const other = isOfForm ? await readMe(caller).catch((refusal: unknown) => refusal) : null;
    throw other instanceof HttpError && other.status === 404 ? other : error;
  }
}

/**
 * A studio call, as its contract declares it: checks the caller's token first, then the query or
 * body, and at the end the answer. The SQL function checks whether the caller may do it (`require_staff`); a request
 * that is refused before is answered with 404 to callers who are not staff.
 * @param load imports the handler, when it is first called.
 */
export function staff<Asked extends z.ZodType>(
  call: StaffCall<Asked>,
  load: Load<StaffHandler<z.output<Asked>>>,
): Route {
  const { method, path, takes, status = 200 } = call;
  return {
    method,
    path,
    handler: async (request, visit) => {
      const caller = await staffCaller(request);
      const answered = await asStaff(caller, async () => {
        const asked =
          takes === 'json'
            ? await readBody(request, call.asked, call.limit)
            : readQuery(request, call.asked);
        const handle = await load();
        return handle(caller, asked, { ...visit, request });
      });
      if (answered instanceof Response) return answered;
      return answer(status, call.answer.parse(answered));
    },
  };
}
