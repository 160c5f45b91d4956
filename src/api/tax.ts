import { DEFAULT_TAX_PERCENT } from '#domain/money/tax.ts';
import { readNumber, readRecord } from './http/answer.ts';
import { request } from './http/request.ts';

/** The tax on a cart, in per cent: on top of its prices, or included in them. */
export interface Taxes {
  tax: number;
  inside: number;
}

function readPercent(value: unknown): number {
  const percent = readNumber(value);
  if (!(percent >= 0 && percent <= 100)) throw new RangeError(`Not a tax: ${percent}`);
  return percent;
}

/**
 * The tax on deliveries to a country; 6 per cent on top if the server sends none (spec, section 7).
 * @param country two-letter code; `''` if unknown.
 * @throws ApiError
 */
export function fetchTaxes(country = ''): Promise<Taxes> {
  const query = country && `?country=${country}`;
  return request(`/api/listing/additionalPays/${query}`, (body) => {
    const { tax, inside } = readRecord(body);
    return { tax: readPercent(tax ?? DEFAULT_TAX_PERCENT), inside: readPercent(inside ?? 0) };
  });
}
