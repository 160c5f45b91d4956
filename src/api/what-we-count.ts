import { isInteger, isText, shape } from '#domain/basics/shape.ts';
import type { CountingBody } from '#domain/contracts/what-we-count.ts';
import { readList, readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/** Today's sum of a kind of act. */
export interface CountedRow {
  kind: string;
  /** The product's name, or how many different texts; `''` if the kind says it all. */
  which: string;
  sum: number;
}

const isRow = shape<CountedRow>({ kind: isText, which: isText, sum: isInteger });

/** Today's sums, and the SQL that reads and writes them. @throws ApiError */
export function fetchCounts() {
  return request('/api/what-we-count', (body) => {
    const { day, rows, reading, writing } = readRecord(body);
    return {
      day: readText(day),
      rows: readList(rows, isRow),
      reading: readText(reading),
      writing: readText(writing),
    };
  });
}

/** Keeps the visitor's objection to being counted in a cookie, or removes it. @throws ApiError */
export function chooseCounting(counted: boolean): Promise<void> {
  return request('/api/what-we-count', () => undefined, {
    method: 'POST',
    body: { counted } satisfies CountingBody,
  });
}
