import { z } from 'zod';
import { readE2eSettings } from '../support/e2e-settings.ts';
import { expect } from './shop-test.ts';

const Mails = z.array(
  z.looseObject({
    to: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
  }),
);
export type ArrivedMail = z.infer<typeof Mails>[number];

/** The newest e-mail to an address with the given subject, once it has arrived. */
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

/** The link in an e-mail to one of the shop's pages, as a path of the shop under test. */
export function linkTo(page: string, html: string): string {
  const [, link] = new RegExp(`href="https?://[^/"]+(/${page}#token=[^"]+)"`).exec(html) ?? [];
  if (!link) throw new Error(`There is no link to ${page} in ${html}`);
  return link;
}

/** Sends the due mailings, as the sweep does. */
export async function sendDueMailings(): Promise<void> {
  Object.assign(process.env, readE2eSettings().environment);
  const sender = await import('#server/mail/send-mailings.ts');
  await sender.sendMailings(Date.now() + 10_000);
}

/** Sends the due back-in-stock alerts, as the sweep does. */
export async function sendStockAlerts(): Promise<void> {
  Object.assign(process.env, readE2eSettings().environment);
  const sender = await import('#server/mail/send-stock-alerts.ts');
  await sender.sendStockAlerts(Date.now() + 10_000);
}
