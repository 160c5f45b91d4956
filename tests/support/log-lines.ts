import { parseJson, isRecord } from '#domain/basics/record.ts';

/** Lines of the functions' log among the calls of a spied console method. */
export function linesOf(spy: { mock: { calls: unknown[][] } }): Record<string, unknown>[] {
  // The local database logs its refusals as well, as objects.
  return spy.mock.calls.map(([text]) => parseJson(String(text))).filter(isRecord);
}
