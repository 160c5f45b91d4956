import { accountEmail } from '#server/auth/account-email.ts';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';

/** The account's address, and whether it is confirmed. */
export default async function getAccountEmail(request: Request): Promise<Response> {
  return answer(200, await accountEmail(await requireShopper(request)));
}
