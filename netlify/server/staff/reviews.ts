import { z } from 'zod';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type {
  answerReview as answerCall,
  getReviews,
  hideReview as hideCall,
  showReview as showCall,
} from '#domain/contracts/staff-reviews.ts';
import { databaseFor } from '../database.ts';
import { withAddresses } from '../returns/photo-storage.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The list as SQL returns it, whose rows have ids of photos. */
const Found = z.looseObject({
  rows: z.array(z.looseObject({ id: z.int(), photos: z.array(z.uuid()) })),
});

/** A page of reviews. */
export async function readReviews(
  caller: StaffCaller,
  { state, q, after }: Asked<typeof getReviews>,
) {
  const asked = { p_filter: { state, q }, ...(after !== undefined && { p_before: after }) };
  const found = Found.parse(staffDataOf(await databaseFor(caller).rpc('staff_reviews', asked)));
  const photos = found.rows.flatMap(({ id: review, photos: ids }) =>
    ids.map((id) => ({ id, review })),
  );
  const shown = await withAddresses('review-photos', photos, ({ review }) => review);
  const byReview = Map.groupBy(shown, ({ review }) => review);
  const rows = found.rows.map((row) => ({ ...row, photos: byReview.get(row.id) ?? [] }));
  return { ...found, rows };
}

/** Hides a review. @throws HttpError 404, 409 */
export async function hideReview(
  caller: StaffCaller,
  { review, seen, reason, words }: Asked<typeof hideCall>,
) {
  const hidden = { p_review: review, p_seen: seen, p_reason: reason, p_words: words };
  staffDataOf(await databaseFor(caller).rpc('staff_hide_review', hidden));
  return { done: true };
}

/** Shows a hidden review again. @throws HttpError 404, 409 */
export async function showReview(caller: StaffCaller, { review, seen }: Asked<typeof showCall>) {
  const shown = { p_review: review, p_seen: seen };
  staffDataOf(await databaseFor(caller).rpc('staff_show_review', shown));
  return { done: true };
}

/** Answers a review. @throws HttpError 404, 409 */
export async function answerReview(
  caller: StaffCaller,
  { review, seen, answer }: Asked<typeof answerCall>,
) {
  const answered = { p_review: review, p_seen: seen, p_answer: answer ?? '' };
  staffDataOf(await databaseFor(caller).rpc('staff_answer_review', answered));
  return { done: true };
}
