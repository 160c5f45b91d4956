import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { linkToken } from '#server/mail/link-token.ts';
import { call } from '../call.ts';
import { newStaff } from '../staff.ts';
import type { Acts, ActScenes, Prepare } from './act-scenes.ts';

/** Buyers' reviews: by the mailed link, and in the studio. */
export function reviewActs({ backend, origin, post, sentOut }: ActScenes): Acts {
  const { sql } = backend.database;

  /** A buyer who was asked for reviews. */
  async function asked() {
    const { order, checkout, sku } = await sentOut();
    await sql`insert into review_requests (order_id) values (${order})`;
    return { token: linkToken('review', checkout), order, product: sku.product_id };
  }
  async function reviewed() {
    const { token, order, product } = await asked();
    const [{ review }] = await sql<[{ review: number }]>`
      insert into product_reviews (order_id, product_id, stars, words, given)
      values (${order}, ${product}, 4, 'Warm.', false) returning id::int as review`;
    return { token, review };
  }
  async function withPhoto() {
    const { token, review } = await reviewed();
    const pixel = { width: 1, height: 1, channels: 3 as const, background: '#000' };
    const picture = (await sharp({ create: pixel }).jpeg().toBuffer()).toString('base64');
    return { token, review, photo: randomUUID(), picture };
  }
  function asMarketer(act: string, more: object): Prepare {
    return async () => {
      const { review } = await reviewed();
      const { post: send, id } = await newStaff(backend, 'marketer');
      if (act === 'show') {
        await sql`
          insert into hidden_reviews (review_id, reason, words, revision, staff_id)
          select ${review}, 'abuse', 'Rude.', 1, s.id from staff s where s.user_id = ${id}`;
      }
      return () => send(`/api/staff/reviews/${act}`, { review, seen: 1, ...more });
    };
  }
  return {
    review: async () => {
      const { token, product } = await asked();
      const written = { stars: 4, fit: 'true', words: 'Warm.', name: 'Ada' };
      return () => post('/api/review', { do: 'write', token, product, seen: 0, ...written });
    },
    'review-photo': async () => {
      const body = await withPhoto();
      return () => post('/api/review/photo', body);
    },
    'review-photo-photo-size': async () => {
      const body = await withPhoto();
      await post('/api/review/photo', body);
      return () => call(`${origin}/api/review-photo/${body.photo}/small`);
    },
    'listing-end-review-mails': async () => {
      const token = linkToken('end-review-mails', randomUUID());
      return () => post(`/api/listing/end-review-mails?token=${token}`, {});
    },
    'staff-reviews': async () => {
      const { token } = await newStaff(backend, 'marketer');
      return () => call(`${origin}/api/staff/reviews?q=nothing`, { token });
    },
    'staff-reviews-hide': asMarketer('hide', { reason: 'abuse', words: 'It insults the packer.' }),
    'staff-reviews-show': asMarketer('show', {}),
    'staff-reviews-answer': asMarketer('answer', { answer: 'Thank you.' }),
  };
}
