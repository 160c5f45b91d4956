import type * as z from 'zod';
import type { StaffCall } from '#domain/wire/staff-call.ts';
import { answer } from '../answer.ts';
import type { Load, Route, Visit } from '../area.ts';
import { readQuery } from '../read-query.ts';
import { readBody } from '../request-body.ts';
import { type StaffCaller, staffCaller } from './staff-data.ts';

/** A handler of a studio call: returns a value that the contract checks, or a whole response. */
type StaffHandler<Asked> = (
  staff: StaffCaller,
  asked: Asked,
  visit: Visit & { request: Request },
) => Promise<unknown>;

/**
 * A studio call, as its contract declares it: checks the caller's token first, then the query or
 * body, and at the end the answer. The SQL function checks whether the caller may do it (`require_staff`).
 * @param load its handler, loaded when it is first called.
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
      const asked =
        takes === 'json'
          ? await readBody(request, call.asked, call.limit)
          : readQuery(request, call.asked);
      const handle = await load();
      const answered = await handle(caller, asked, { ...visit, request });
      if (answered instanceof Response) return answered;
      return answer(status, call.answer.parse(answered));
    },
  };
}
