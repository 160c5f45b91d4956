import { DEFAULT_TAX_PERCENT } from '#domain/tax.ts';
import { readNumber, readRecord } from './http/answer.ts';
import { request } from './http/request.ts';

/** The tax in per cent; 6 when the server sends none (spec, section 7). @throws ApiError */
export function fetchTaxPercent(signal?: AbortSignal): Promise<number> {
  return request(
    '/api/listing/additionalPays/',
    (body) => {
      const percent = readNumber(readRecord(body).tax ?? DEFAULT_TAX_PERCENT);
      if (!(percent >= 0 && percent <= 100)) throw new RangeError(`Not a tax: ${percent}`);
      return percent;
    },
    { signal },
  );
}
