import { answer } from '#server/answer.ts';
import { ShippoEvent } from '#server/carriers/shippo.ts';
import { trackLabels } from '#server/carriers/track-labels.ts';
import { environment } from '#server/environment.ts';
import { HttpError } from '#server/http-error.ts';
import { isSameSecret } from '#server/is-same-secret.ts';
import { log } from '#server/log.ts';
import { callMessages } from '#server/messages/calls.ts';
import { requestMessages } from '#server/messages/requests.ts';
import { readBytes } from '#server/request-body.ts';
import { trackingNumber } from '#domain/orders/carrier.ts';

/** Bytes; a parcel's history is far smaller. */
const maxEventBytes = 200_000;

/** Milliseconds in which the carrier is asked; Shippo waits for three seconds, and the sweep asks as well. */
const budgetMs = 3000;

/** Shippo authenticates its events by a token in the address: https://docs.goshippo.com/docs/tracking/webhooksecurity */
function requireToken(request: Request): void {
  const { SHIPPO_WEBHOOK_TOKEN: token } = environment();
  if (!token) throw new Error('SHIPPO_WEBHOOK_TOKEN is not set');
  const given = new URL(request.url).searchParams.get('token') ?? '';
  if (isSameSecret(given, token)) return;
  log.warn('Shippo webhook: refused. The token in its address is not SHIPPO_WEBHOOK_TOKEN');
  throw new HttpError(400, callMessages.signatureInvalid);
}

/** Asks Shippo about the parcel that an event names. */
export default async function receiveTracking(request: Request): Promise<Response> {
  requireToken(request);
  const bytes = await readBytes(request, maxEventBytes);
  let event: unknown;
  try {
    event = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new HttpError(400, requestMessages.jsonInvalid);
  }
  const { data: update } = ShippoEvent.safeParse(event);
  if (update) {
    await trackLabels(Date.now() + budgetMs, trackingNumber(update.data.tracking_number));
  }
  return answer(200, { received: true });
}
