import { ExportAnswer, TrackingAnswer, type TrackingBody } from '#domain/wire/staff-exports.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

/** What is exported: labels or customs of orders, or the accounts of days (`2026-03-14`), the last included. */
type Export =
  | { kind: 'click-and-drop' | 'customs'; orders: readonly number[] }
  | { kind: 'accounts'; from: string; to: string };

/** A spreadsheet to save under its name. @throws ApiError 400, 403 */
export function fetchExport(what: Export, { access }: Customer): Promise<ExportAnswer> {
  const query =
    what.kind === 'accounts'
      ? `from=${what.from}&to=${what.to}`
      : `orders=${what.orders.join(',')}`;
  return request(
    `/api/staff/export?kind=${what.kind}&${query}`,
    (body) => ExportAnswer.parse(body),
    { access },
  );
}

/**
 * Sends the tracking numbers of a file; with `check` they are only read.
 * @throws ApiError 400 when it cannot be read, or has a number twice
 */
export function sendTracking(
  body: TrackingBody,
  { access }: Customer,
  signal?: AbortSignal,
): Promise<TrackingAnswer> {
  return request('/api/staff/tracking', (answer) => TrackingAnswer.parse(answer), {
    method: 'POST',
    body,
    access,
    signal,
  });
}
