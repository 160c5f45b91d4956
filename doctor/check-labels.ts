import { ask, NoAnswer } from './ask.ts';
import { failure, fine, type Finding, warning } from './finding.ts';
import { addressOf, valueOf, type Variables } from './variables.ts';

/** Sellers of labels: their settings, and a call that answers 200 to a known key and buys nothing. */
const sellers = [
  {
    name: 'Royal Mail',
    setting: 'ROYAL_MAIL_API',
    base: 'https://api.parcel.royalmail.com',
    path: '/api/v1/orders?pageSize=1',
    scheme: 'Bearer',
  },
  {
    name: 'Shippo',
    setting: 'SHIPPO_API',
    base: 'https://api.goshippo.com',
    path: '/transactions?results=1',
    scheme: 'ShippoToken',
  },
] as const;

/** Checks that sellers of labels know their keys. */
export async function checkLabels(variables: Variables): Promise<Finding[]> {
  const checks = sellers.map(async ({ name, setting, base, path, scheme }): Promise<Finding[]> => {
    const key = valueOf(variables, `${setting}_KEY`);
    if (!key) return [];
    try {
      const headers = { authorization: `${scheme} ${key}` };
      const { status } = await ask(`${addressOf(variables, `${setting}_BASE`) ?? base}${path}`, {
        headers,
      });
      return status === 200
        ? [fine(`${name} sells labels.`)]
        : [failure(`${name} rejects ${setting}_KEY (${status}). Create a new key there.`)];
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return [failure(`${error.message}. Is this machine online?`)];
    }
  });
  const found = (await Promise.all(checks)).flat();
  return valueOf(variables, 'SHIPPO_API_KEY') && !valueOf(variables, 'SHIPPO_WEBHOOK_TOKEN')
    ? [
        ...found,
        warning('SHIPPO_WEBHOOK_TOKEN is not set: arrivals are noticed up to three hours later.'),
      ]
    : found;
}
