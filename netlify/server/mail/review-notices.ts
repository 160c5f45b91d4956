import { z } from 'zod';
import { company } from '#brand/company.ts';
import { hidingWords } from '#domain/catalogue/review-words.ts';
import { hidingReasons } from '#domain/enums.ts';
import { linkToken } from './link-token.ts';
import type { Notice } from './notice.ts';
import { oneClickHeaders } from './one-click-link.ts';
import { orderName, unitRows } from './order-words.ts';
import { MailedOrder, Units, worded } from './owed-mail.ts';

/** The address at which the buyer of a checkout writes, changes and withdraws reviews. */
function reviewLink(checkout: string, shop: string): string {
  return `${shop}/review#token=${linkToken('review', checkout)}`;
}

const ReviewRequest = MailedOrder.extend({ items: Units });

/** Asks a buyer for reviews: without a reward, and in the same words whatever became of the order. */
function reviewRequestNotice(order: z.infer<typeof ReviewRequest>, shop: string): Notice {
  const token = linkToken('end-review-mails', order.checkout);
  return {
    subject: 'How is it?',
    heading: 'How is it?',
    before: [
      `You have had ${orderName(order)} for a while now. Would you tell other people how it is? We publish reviews as they come, good and bad.`,
    ],
    items: unitRows(order.items),
    button: { label: 'Write a review', href: reviewLink(order.checkout, shop) },
    notes: [
      `Everybody who buys at ${company.brand} is asked, once for each order, and nobody is rewarded. By the same link you can change or withdraw your review.`,
    ],
    links: [
      { label: 'How we treat reviews', href: `${shop}/reviewpolicy` },
      { label: 'Never ask me again', href: `${shop}/end-review-mails#token=${token}` },
    ],
    headers: oneClickHeaders(`${shop}/api/listing/end-review-mails?token=${token}`),
  };
}

const HiddenReview = MailedOrder.extend({
  product_name: z.string(),
  reason: z.enum(hidingReasons),
  because: z.string(),
  /** Null once it is withdrawn, like the words. */
  stars: z.int().nullable(),
  words: z.string().nullable(),
});

/** Gives the writer of a hidden review the reason, and the way to put it right. */
function reviewHiddenNotice(hidden: z.infer<typeof HiddenReview>, shop: string): Notice {
  const { checkout, product_name, reason, because, words } = hidden;
  return {
    subject: `Your review of ${product_name} is hidden`,
    heading: 'Your review is hidden.',
    before: [
      `Other people no longer see your review of ${product_name}, and its stars no longer count.`,
      `The reason: ${hidingWords[reason]}. ${because}`,
    ],
    ...(words !== null && { sections: [{ title: 'Your review', texts: [words] }] }),
    button: { label: 'Change your review', href: reviewLink(checkout, shop) },
    notes: [
      'We hide reviews for the reasons on our page about them and for no other, never for their stars. Once you have changed it, we look at it again.',
      'If you see it otherwise, answer this e-mail.',
    ],
    links: [{ label: 'How we treat reviews', href: `${shop}/reviewpolicy` }],
  };
}

/** E-mails about reviews. */
export const reviewMails = {
  review_request: worded(ReviewRequest, reviewRequestNotice),
  review_hidden: worded(HiddenReview, reviewHiddenNotice),
};
