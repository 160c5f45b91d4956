import { everybody } from '#domain/wire/mailing-draft.ts';
import type { MailingContent } from '#domain/wire/mailing-content.ts';

/** A valid mailing. */
export const sampleMailing: MailingContent = {
  subject: 'The drop is open',
  preheader: '',
  heading: 'Here they are.',
  text: 'Be **quick**.',
  picture: '',
  pictureAlt: '',
  buttonLabel: '',
  buttonHref: '',
  products: [],
  segment: everybody,
};
