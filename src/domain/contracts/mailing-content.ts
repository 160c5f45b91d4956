/** Content of a mailing that may be sent. */
import * as z from 'zod';
import { isShopPicture } from '../paths/shop-picture.ts';
import { isSafeLink } from '../basics/safe-link.ts';
import { markdownFault } from '../site-content/markdown.ts';
import { oneLine, severalLines } from './fields.ts';
import { MailingDraft } from './mailing-draft.ts';

const address = z.string().trim().max(500, 'Use at most 500 characters.');
const linked = address.refine((href) => href === '' || isSafeLink(href), {
  error: 'Begin with / for a page of the shop, or with https://.',
});
const shown = address.refine(
  (picture) => picture === '' || isShopPicture(picture) || isSafeLink(picture),
  { error: 'Choose a picture.' },
);
const optionalLine = (max: number) => z.union([z.string().trim().length(0), oneLine(max)]);

/** A mailing that may be sent. */
export const MailingContent = z
  .object({
    ...MailingDraft.shape,
    subject: oneLine(120),
    preheader: optionalLine(150),
    heading: oneLine(120),
    text: severalLines(8000).superRefine((text, context) => {
      const fault = markdownFault(text);
      if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    }),
    picture: shown,
    pictureAlt: optionalLine(200),
    buttonLabel: optionalLine(40),
    buttonHref: linked,
  })
  .superRefine((content, context) => {
    function missing(path: keyof typeof content, message: string) {
      context.addIssue({ code: 'custom', path: [path], message });
    }
    if (content.picture !== '' && content.pictureAlt === '') {
      missing('pictureAlt', 'Say what the picture shows, for those who cannot see it.');
    }
    if (content.buttonLabel === '' && content.buttonHref !== '') {
      missing('buttonLabel', 'Say what the button does.');
    }
    if (content.buttonLabel !== '' && content.buttonHref === '') {
      missing('buttonHref', 'Say where the button leads.');
    }
  });
export type MailingContent = z.infer<typeof MailingContent>;
