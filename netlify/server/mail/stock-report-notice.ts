import { z } from 'zod';
import { countText } from '#domain/basics/count-text.ts';
import { dayText } from '#domain/orders/order-promise.ts';
import type { Notice } from './notice.ts';
import { worded } from './owed-mail.ts';

const Report = z.object({
  emails: z.array(z.string()),
  count: z.int(),
  /** Rows of `stock_facts`. */
  colours: z.array(
    z.object({
      product_name: z.string(),
      color_name: z.string(),
      sku: z.string(),
      free: z.int(),
      sold_lately: z.int(),
      waiting: z.int(),
      expected: z.int(),
      expected_on: z.iso.date().nullable(),
    }),
  ),
});

function reportNotice({ count, colours }: z.infer<typeof Report>, shop: string): Notice {
  const more = count - colours.length;
  const title = `${countText(count, 'colour')} low in stock`;
  return {
    subject: title,
    heading: `${title}.`,
    before: ['They are at their limit or below.'],
    sections: [
      {
        title: 'To reorder',
        rows: colours.map((one) => ({
          what: [
            `${one.product_name}, ${one.color_name} (${one.sku})`,
            [
              `${one.sold_lately} sold in 30 days`,
              one.waiting > 0 && `${countText(one.waiting, 'shopper')} waiting`,
              one.expected > 0 &&
                `${one.expected} expected${one.expected_on === null ? '' : ` ${dayText(one.expected_on)}`}`,
            ]
              .filter(Boolean)
              .join(', '),
          ].join('\n'),
          figure: String(one.free),
        })),
        texts: more > 0 ? [`And ${more} more.`] : [],
      },
    ],
    button: { label: 'Open the list', href: `${shop}/studio?stock&show=low` },
    notes: ['This e-mail comes on Mondays while something is low.'],
  };
}

/** The weekly e-mail about low stock, to those who keep it. */
export const stockReportMails = { staff_stock: worded(Report, reportNotice) };
