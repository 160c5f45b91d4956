import type { SuppressionReason } from '#domain/enums.ts';

/** Warning that e-mails to an address may not arrive. */
export function troubleText(reason: SuppressionReason): string {
  return reason === 'complained'
    ? 'The owner of this address reported an e-mail of ours as spam. Write only if you must, or phone.'
    : 'An e-mail to this address came back: the mailbox does not exist. Correct the address, or phone.';
}
