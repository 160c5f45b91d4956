import type { ReleaseState } from '#domain/enums.ts';
import {
  Release,
  type ReleaseBody,
  ReleaseDone,
  ReleasePreview,
  ReleasesAnswer,
  ReleaseSaved,
} from '#domain/wire/staff-releases.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

type Body<Do extends ReleaseBody['do']> = Extract<ReleaseBody, { do: Do }>;

/** Which page of the history is asked for. */
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
  { access }: Customer,
  signal?: AbortSignal,
): Promise<ReleasesAnswer> {
  const query = new URLSearchParams();
  if (q.trim() !== '') query.set('q', q);
  if (state !== null) query.set('state', state);
  if (after !== null) query.set('after', after);
  return request(`/api/staff/releases?${query}`, (answer) => ReleasesAnswer.parse(answer), {
    access,
    signal,
  });
}

/** A release with what it changes, what it did and what happened to it. @throws ApiError 404 */
export function fetchRelease(
  release: string,
  { access }: Customer,
  signal?: AbortSignal,
): Promise<Release> {
  return request(`/api/staff/release?release=${release}`, (answer) => Release.parse(answer), {
    access,
    signal,
  });
}

/**
 * Saves a draft, schedules it, takes it back from its schedule or discards it. The same body again, after a lost
 * answer or a double press, does nothing twice.
 * @throws ApiError 409 `release_changed` when somebody else has saved it, `preview_outdated` when it would do
 *   something else than the preview said; 400, 404
 */
export function changeRelease(
  body: Body<'save' | 'schedule' | 'unschedule' | 'discard'>,
  { access }: Customer,
): Promise<ReleaseSaved> {
  return request('/api/staff/release', (answer) => ReleaseSaved.parse(answer), {
    method: 'POST',
    body,
    access,
  });
}

/** What a release, or its undoing, would do at this moment. @throws ApiError 404, 409 */
export function previewRelease(
  body: Body<'preview' | 'preview_undo'>,
  { access }: Customer,
  signal?: AbortSignal,
): Promise<ReleasePreview> {
  return request('/api/staff/release', (answer) => ReleasePreview.parse(answer), {
    method: 'POST',
    body,
    access,
    signal,
  });
}

/** Publishes a release, or undoes one, as its preview said. @throws ApiError as `changeRelease` */
export function publishRelease(
  body: Body<'publish' | 'undo'>,
  { access }: Customer,
): Promise<ReleaseDone> {
  return request('/api/staff/release', (answer) => ReleaseDone.parse(answer), {
    method: 'POST',
    body,
    access,
  });
}
