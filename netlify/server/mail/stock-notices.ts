import { z } from 'zod';
import { colourAddress } from '#domain/paths/product-address.ts';
import { linkToken } from './link-token.ts';
import { mailPicture } from './mail-picture.ts';
import type { Notice } from './notice.ts';
import { oneClickHeaders } from './one-click-link.ts';
import { worded } from './owed-mail.ts';

/** A colour that is back in stock. */
const BackInStock = z.object({
  email: z.string(),
  alert: z.uuid(),
  product: z.int(),
  variant: z.int(),
  product_name: z.string(),
  color_name: z.string(),
  /** Path or URL of its main picture; null for a colour without one. */
  picture: z.string().nullable(),
});
type BackInStock = z.infer<typeof BackInStock>;

/** Twice the displayed pixels, for high-density screens. */
const pictureWidth = 640;

/** Notifies a subscriber that a colour is back. */
function backInStockNotice(back: BackInStock, shop: string): Notice {
  const { alert, product, variant, product_name, color_name, picture } = back;
  const href = shop + colourAddress({ id: product }, { id: variant });
  const what = `${product_name} in ${color_name}`;
  const token = linkToken('end-stock-alerts', alert);
  return {
    subject: `${what} is back in stock`,
    heading: 'It is back.',
    ...(picture !== null && {
      picture: {
        src: mailPicture(picture, pictureWidth, shop),
        alt: what,
        href,
      },
    }),
    before: [
      `You asked us to tell you when ${what} is in stock again. It is, for as long as it lasts: we cannot keep one for you.`,
    ],
    button: { label: 'See it', href },
    notes: [
      'This is the only e-mail you get about it. If it was not you who asked, end such e-mails to your address with the link below.',
    ],
    links: [
      {
        label: 'Send me no more e-mails like this',
        href: `${shop}/end-stock-alerts#token=${token}`,
      },
    ],
    headers: oneClickHeaders(`${shop}/api/listing/end-stock-alerts?token=${token}`),
  };
}

/** E-mails to those who wait for a sold-out colour. */
export const stockMails = { back_in_stock: worded(BackInStock, backInStockNotice) };
