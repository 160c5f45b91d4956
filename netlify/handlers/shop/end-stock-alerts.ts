import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { oneClickLink } from '#server/mail/one-click-link.ts';

export default oneClickLink('end-stock-alerts', async (alert) => {
  dataOf(await database().rpc('end_stock_alerts', { p_alert: alert }));
  return answer(200, { ended: true });
});
