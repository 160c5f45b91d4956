import { z } from 'zod';
import { linkToken } from './link-token.ts';
import { mailPicture } from './mail-picture.ts';
import type { Notice } from './notice.ts';
import { momentText } from './order-words.ts';
import { worded } from './owed-mail.ts';

/** An entry of a draw. */
const Entry = z.object({
  email: z.string(),
  id: z.uuid(),
  product: z.int(),
  product_name: z.string(),
  color_name: z.string(),
  closes_at: z.string(),
  receipt: z.string().nullable(),
  place: z.int().nullable(),
  pieces: z.int(),
  ends_at: z.string().nullable(),
  /** Path or URL of the colour's main picture; null without one. */
  picture: z.string().nullable(),
});
type Entry = z.infer<typeof Entry>;

/** Twice the displayed pixels, for high-density screens. */
const pictureWidth = 640;

const nameOf = ({ product_name, color_name }: Entry) => `${product_name} in ${color_name}`;
const linkOf = ({ id }: Entry, shop: string) => `${shop}/draw#token=${linkToken('draw-entry', id)}`;

function pictureOf(entry: Entry, shop: string): Pick<Notice, 'picture'> {
  if (entry.picture === null) return {};
  const src = mailPicture(entry.picture, pictureWidth, shop);
  return { picture: { src, alt: nameOf(entry), href: linkOf(entry, shop) } };
}

function confirmNotice(entry: Entry, shop: string): Notice {
  return {
    subject: `Confirm your entry for ${nameOf(entry)}`,
    heading: 'Confirm your entry.',
    ...pictureOf(entry, shop),
    before: [
      `Someone, you we hope, entered this address in the draw for ${nameOf(entry)}. It counts once you press the button, until ${momentText(entry.closes_at)}.`,
    ],
    button: { label: 'Confirm my entry', href: linkOf(entry, shop) },
    notes: ['If it was not you, do nothing: without the button nobody has entered.'],
  };
}

function receiptNotice(entry: Entry, shop: string): Notice {
  return {
    subject: `You are in the draw for ${nameOf(entry)}`,
    heading: 'You are in.',
    ...pictureOf(entry, shop),
    before: [
      `Your entry for ${nameOf(entry)} counts. The draw closes on ${momentText(entry.closes_at)}, and we write to you either way.`,
    ],
    sections: [
      {
        title: 'Your receipt',
        texts: [
          entry.receipt ?? '',
          'When entries close we publish all receipts before the number that decides exists. Yours must be among them, and the page behind the button shows you where.',
        ],
      },
    ],
    button: { label: 'See my entry', href: linkOf(entry, shop) },
    notes: ['You can withdraw your entry on the same page.'],
  };
}

function wonNotice(entry: Entry, shop: string): Notice {
  return {
    subject: `You won: ${nameOf(entry)} is yours to buy`,
    heading: 'You won.',
    ...pictureOf(entry, shop),
    before: [
      `We keep one ${nameOf(entry)} for you until ${momentText(entry.ends_at ?? entry.closes_at)}. After that it goes to the next in order.`,
    ],
    button: { label: 'Buy it', href: linkOf(entry, shop) },
    notes: [
      'Only this link can buy it, one piece for each card and delivery address, so please do not pass it on.',
    ],
  };
}

function lostNotice(entry: Entry, shop: string): Notice {
  return {
    subject: `The draw for ${nameOf(entry)}`,
    heading: 'Not this time.',
    before: [
      `Thank you for entering the draw for ${nameOf(entry)}. There were ${entry.pieces} of it, and your entry came in place ${entry.place ?? ''}.`,
      'If winners leave theirs, it goes to the next in order, and we write to you at once. We also tell you, once, when it is back in stock.',
    ],
    button: { label: 'Check the draw', href: linkOf(entry, shop) },
    notes: ['The page shows how the order came about, and lets you check it.'],
  };
}

/** E-mails to the entrants of a draw. */
export const drawMails = {
  draw_confirm: worded(Entry, confirmNotice),
  draw_receipt: worded(Entry, receiptNotice),
  draw_won: worded(Entry, wonNotice),
  draw_lost: worded(Entry, lostNotice),
};
