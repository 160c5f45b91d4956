import { z } from 'zod';
import { readE2eSettings } from '../support/e2e-settings.ts';
import { expect } from './shop-test.ts';

const Mails = z.array(
  z.looseObject({ to: z.array(z.string()), subject: z.string(), html: z.string() }),
);
export type ArrivedMail = z.infer<typeof Mails>[number];

/** The newest e-mail to an address with such a subject, once it has arrived. */
export async function mailTo(address: string, subject: string): Promise<ArrivedMail> {
  let found: ArrivedMail | undefined;
  await expect
    .poll(async () => {
      const answer = await fetch(`${readE2eSettings().mailboxUrl}/mails`);
      found = Mails.parse(await answer.json()).find(
        (mail) => mail.to.includes(address) && mail.subject === subject,
      );
      return found?.to;
    })
    .toEqual([address]);
  if (!found) throw new Error(`No e-mail came to ${address}`);
  return found;
}
