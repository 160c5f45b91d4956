import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { oneClickLink } from '#server/mail/one-click-link.ts';

export default oneClickLink('end-review-mails', async (checkout) => {
  dataOf(await database().rpc('end_review_mails', { p_checkout: checkout }));
  return answer(200, { ended: true });
});
