import { CarrierAway } from '#server/carriers/carrier.ts';
import { carrierOf } from '#server/carriers/carriers.ts';
import { database, dataOf } from '#server/database.ts';
import { Unavailable } from '#server/http-error.ts';
import { idOfLink, linkExpired } from '#server/mail/link-token.ts';

const headers = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

/** Shows the label of a return, or the carrier's QR code for it, to anyone with its link. */
export default async function showReturnLabel(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const label = idOfLink('return-label', searchParams.get('token') ?? '');
  const found = database().from('labels').select('carrier, purchase').eq('id', label);
  const sold = dataOf(await found.eq('state', 'bought').maybeSingle());
  if (!sold?.purchase) throw linkExpired();
  const { purchase } = sold;
  try {
    const carrier = await carrierOf(sold.carrier);
    const code = searchParams.get('as') === 'code' ? await carrier.code(purchase) : null;
    if (code !== null)
      return new Response(null, { status: 303, headers: { ...headers, Location: code } });
    const paper = await carrier.paper(purchase);
    const type = { 'Content-Type': 'application/pdf' };
    return new Response(Uint8Array.from(paper), { headers: { ...headers, ...type } });
  } catch (error) {
    if (error instanceof CarrierAway) throw new Unavailable(error.message, { cause: error });
    throw error;
  }
}
