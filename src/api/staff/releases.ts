import type { ReleaseState } from '#domain/enums.ts';
import {
  changeRelease as change,
  getRelease,
  getReleases,
  type Release,
  type ReleaseBody,
  type ReleaseDone,
  type ReleasePreview,
  type ReleasesAnswer,
  type ReleaseSaved,
} from '#domain/wire/staff-releases.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

type Body<Do extends ReleaseBody['do']> = Extract<ReleaseBody, { do: Do }>;

/** A page of the history. */
interface ReleasesQuery {
  /** Search text; empty for all. */
  q: string;
  state: ReleaseState | null;
  /** `next` of the page before. */
  after: string | null;
}

/** The history, newest first, fifty a page. @throws ApiError 403 */
export function fetchReleases(
  { q, state, after }: ReleasesQuery,
  customer: Customer,
  signal?: AbortSignal,
): Promise<ReleasesAnswer> {
  const asked = { q: q.trim(), state: state ?? undefined, after: after ?? undefined };
  return callStaff(getReleases, asked, customer, { signal });
}

/** A release with its changes, its report and its history. @throws ApiError 404 */
export function fetchRelease(
  release: string,
  customer: Customer,
  signal?: AbortSignal,
): Promise<Release> {
  return callStaff(getRelease, { release }, customer, { signal });
}

/**
 * Saves a draft, schedules it, takes it back from its schedule or discards it.
 * @throws ApiError 409 `release_changed` after somebody else saved it, `preview_outdated` when it would do
 *   something else than its preview; 400, 404
 */
export function changeRelease(
  body: Body<'save' | 'schedule' | 'unschedule' | 'discard'>,
  customer: Customer,
): Promise<ReleaseSaved> {
  return callStaff(change, body, customer);
}

/** The effect that a release, or its undoing, would have now. @throws ApiError 404, 409 */
export function previewRelease(
  body: Body<'preview' | 'preview_undo'>,
  customer: Customer,
  signal?: AbortSignal,
): Promise<ReleasePreview> {
  return callStaff(change, body, customer, { signal });
}

/** Publishes a release, or undoes one, as previewed. @throws ApiError as `changeRelease` */
export function publishRelease(
  body: Body<'publish' | 'undo'>,
  customer: Customer,
): Promise<ReleaseDone> {
  return callStaff(change, body, customer);
}
