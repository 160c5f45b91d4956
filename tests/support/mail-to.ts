import type { StoredMail } from '#local/mailbox/stored-mail.ts';
import type { Backend } from './backend.ts';
import { eventually } from './eventually.ts';

/** The first e-mail to an address, once it has arrived. */
export function mailTo({ mailbox }: Backend, address: string): Promise<StoredMail> {
  return eventually(() => {
    const mail = mailbox.mails().find(({ to }) => to.includes(address));
    if (!mail) throw new Error('No e-mail has arrived.');
    return mail;
  });
}
