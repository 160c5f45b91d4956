import type * as z from 'zod';
import { answerOf, type StaffCall } from '#domain/wire/staff-call.ts';
import { answer } from '../answer.ts';
import type { Load, Route, Visit } from '../area.ts';
import { readQuery } from '../read-query.ts';
import { readBody } from '../request-body.ts';
import { type StaffCaller, staffCaller } from './staff-data.ts';

/** Answers a call of the studio: with a value that the contract checks, or with a whole response. */
type StaffHandler<Asked> = (
  staff: StaffCaller,
  asked: Asked,
  visit: Visit & { request: Request },
) => Promise<unknown>;

/**
 * A call of the studio, as its contract declares it: the caller's token is checked first, then the query or
 * body, and at the end the answer. Whether the caller may do it is up to the SQL function (`require_staff`).
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
      return answer(status, answerOf(call, asked).parse(answered));
    },
  };
}
