import { callersOf, shopperAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { exportAccount } from '#server/privacy/export-account.ts';
import { usernameOf } from '#server/auth/username-of.ts';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';
import type { Visit } from '#server/area.ts';
import { dataFile } from '#brand/data-file.ts';

export default async function exportOwnData(request: Request, { ip }: Visit): Promise<Response> {
  const shopper = await requireShopper(request);
  await takeAttempt(shopperAttempt('account-export', shopper));
  const username = await usernameOf(shopper);
  const data = await exportAccount(shopper, callersOf(shopper, username, ip));
  return answer(200, data, { 'Content-Disposition': `attachment; filename="${dataFile}"` });
}
