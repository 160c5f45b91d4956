import { loadAnswers } from '#harness/function-server.ts';
import { figureCell } from './figure-cell.ts';
import { staffLimits } from './limits.ts';
import { quantile } from './median.ts';
import { textTable } from './text-table.ts';

/** One API call: milliseconds from the request to the complete response, and the number of results. */
export interface RequestFigures {
  name: string;
  p50: number;
  p95: number;
  found: number | undefined;
}

function foundIn(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('total' in body)) return undefined;
  return Number(body.total);
}

/**
 * Sends each request `calls` times, one at a time, without HTTP, and prints the times with their limit.
 * @throws Error for one that is refused.
 */
export async function timeRequests(
  requests: Readonly<Record<string, () => Request>>,
  calls: number,
): Promise<RequestFigures[]> {
  console.log(`Each call ${calls} times, one at a time`);
  const answered = await loadAnswers();
  const figures: RequestFigures[] = [];
  for (const [name, make] of Object.entries(requests)) {
    const times: number[] = [];
    let found: number | undefined;
    for (let made = -Math.min(5, calls); made < calls; made += 1) {
      const request = make();
      const sent = performance.now();
      // An address per call stays below the limits of attempts.
      const answer = await answered(request, `198.18.${made & 255}.${figures.length}`);
      const body: unknown = await answer.json();
      // The first ones warm up.
      if (made >= 0) times.push(performance.now() - sent);
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${JSON.stringify(body)}`);
      found = foundIn(body);
    }
    const tenths = (fraction: number) => Math.round(quantile(times, fraction) * 10) / 10;
    figures.push({ name, p50: tenths(0.5), p95: tenths(0.95), found });
  }
  console.log(
    `\n${textTable([
      ['', 'p50, ms', 'p95, ms', 'total rows'],
      ...figures.map(({ name, p50, p95, found }) => [
        name,
        String(p50),
        figureCell(p95, staffLimits.p95),
        found === undefined ? '–' : String(found),
      ]),
    ])}`,
  );
  return figures;
}
