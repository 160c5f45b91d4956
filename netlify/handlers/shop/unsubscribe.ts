import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { oneClickLink } from '#server/mail/one-click-link.ts';

export default oneClickLink('unsubscribe', async (subscription) => {
  dataOf(await database().rpc('unsubscribe', { p_subscription: subscription }));
  return answer(200, { unsubscribed: true });
});
