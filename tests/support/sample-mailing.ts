import { everybody } from '#domain/contracts/mailing-draft.ts';
import type { MailingContent } from '#domain/contracts/mailing-content.ts';

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
