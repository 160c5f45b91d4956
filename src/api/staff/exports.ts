import {
  type ExportAnswer,
  getExport,
  sendTracking as send,
  type TrackingAnswer,
  type TrackingBody,
} from '#domain/wire/staff-exports.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/** Labels or customs of orders, or the accounts of days (`2026-03-14`), the last included. */
type Export =
  | { kind: 'click-and-drop' | 'customs'; orders: readonly number[] }
  | { kind: 'accounts'; from: string; to: string };

/** A spreadsheet to save under its name. @throws ApiError 400, 403 */
export function fetchExport(what: Export, customer: Customer): Promise<ExportAnswer> {
  const asked = what.kind === 'accounts' ? what : { ...what, orders: what.orders.join(',') };
  return callStaff(getExport, asked, customer);
}

/**
 * Sends the tracking numbers of a file; with `check` they are only read.
 * @throws ApiError 400 when it cannot be read, or has a number twice
 */
export function sendTracking(
  body: TrackingBody,
  customer: Customer,
  signal?: AbortSignal,
): Promise<TrackingAnswer> {
  return callStaff(send, body, customer, { signal });
}
