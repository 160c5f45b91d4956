import { ask, NoAnswer } from './ask.ts';
import { failure, fine, type Finding, warning } from './finding.ts';
import { addressOf, valueOf, type Variables } from './variables.ts';

/** Checks that Shippo knows the key; it buys nothing. */
export async function checkLabels(variables: Variables): Promise<Finding[]> {
  const key = valueOf(variables, 'SHIPPO_API_KEY');
  if (!key) return [];
  const base = addressOf(variables, 'SHIPPO_API_BASE') ?? 'https://api.goshippo.com';
  try {
    const headers = { authorization: `ShippoToken ${key}` };
    const { status } = await ask(`${base}/transactions?results=1`, { headers });
    if (status !== 200) {
      return [failure(`Shippo rejects SHIPPO_API_KEY (${status}). Create a new key there.`)];
    }
    if (!valueOf(variables, 'SHIPPO_WEBHOOK_TOKEN')) {
      return [
        warning('SHIPPO_WEBHOOK_TOKEN is not set: arrivals are noticed up to three hours later.'),
      ];
    }
    return [fine('Shippo sells labels.')];
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return [failure(`${error.message}. Is this machine online?`)];
  }
}
