import { z } from 'zod';
import { isHat } from '#brand/google-category.ts';
import { OwnReview, type ReviewBody } from '#domain/contracts/product-reviews.ts';
import { database, dataOf } from '../database.ts';
import { idOfLink, linkExpired } from '../mail/link-token.ts';
import { shopperDataOf } from '../orders/shopper-data.ts';
import { deletePhotos, withAddresses } from '../returns/photo-storage.ts';

type Asked<Act> = Extract<z.output<typeof ReviewBody>, { do: Act }>;

/**
 * The checkout whose buyer a review link was mailed to.
 * @throws HttpError 400 when the link is incomplete, or the buyer's data was erased.
 */
export async function checkoutOfReviewLink(token: string): Promise<string> {
  const checkout = idOfLink('review', token);
  // The generated types do not know that a function may return null.
  const order: number | null = dataOf(
    await database().rpc('order_to_review', { p_checkout: checkout }),
  );
  if (order === null) throw linkExpired();
  return checkout;
}

const Stored = OwnReview.omit({ hat: true }).extend({ category: z.string() });

/** The products of the link's order, each with its review. */
async function ownReviews(checkout: string) {
  const found = dataOf(await database().rpc('order_reviews', { p_checkout: checkout }));
  const products = z.array(Stored).parse(found);
  return {
    products: products.map(({ category, ...product }) =>
      Object.assign(product, { hat: isHat(category) }),
    ),
  };
}

/** The photos of a review, with addresses that work for its writer even while it is hidden. */
export async function ownPhotos(checkout: string, review: number) {
  const asked = { p_review: review, p_checkout: checkout };
  const photos = shopperDataOf(await database().rpc('photos_of_own_review', asked));
  return { photos: await withAddresses('review-photos', photos, () => review) };
}

async function write(
  checkout: string,
  { product, seen, stars, fit, words, name }: Asked<'write'>,
): Promise<void> {
  const written = {
    p_checkout: checkout,
    p_product: product,
    p_seen: seen,
    p_review: { stars, fit, words, name },
  };
  shopperDataOf(await database().rpc('write_review', written));
}

async function withdraw(checkout: string, { product }: Asked<'withdraw'>): Promise<void> {
  const withdrawn = { p_checkout: checkout, p_product: product };
  const removed = shopperDataOf(await database().rpc('withdraw_review', withdrawn));
  for (const [review, photos] of Map.groupBy(removed, (photo) => photo.folder)) {
    const ids = photos.map(({ id }) => id);
    await deletePhotos('review-photos', review, ids);
  }
}

async function removePhoto(
  checkout: string,
  { review, photo }: Asked<'remove_photo'>,
): Promise<void> {
  const removed = { p_photo: photo, p_review: review, p_checkout: checkout };
  shopperDataOf(await database().rpc('remove_review_photo', removed));
  await deletePhotos('review-photos', review, [photo]);
}

/**
 * Shows a buyer's reviews, or their photos, after the act that was asked. The caller has checked the link.
 * @throws HttpError 404, 409 with `{ detail, reason }`.
 */
export async function actOnReview(checkout: string, asked: z.output<typeof ReviewBody>) {
  switch (asked.do) {
    case 'photos':
      return ownPhotos(checkout, asked.review);
    case 'remove_photo':
      await removePhoto(checkout, asked);
      return ownPhotos(checkout, asked.review);
    case 'write':
      await write(checkout, asked);
      break;
    case 'withdraw':
      await withdraw(checkout, asked);
      break;
    case 'show':
      break;
  }
  return ownReviews(checkout);
}
