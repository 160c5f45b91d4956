import { z } from 'zod';
import { closePaymentPage } from '#server/checkout/close-payment-page.ts';
import { database, dataOf } from '#server/database.ts';
import { siteOrigin } from '#server/site-origin.ts';
import { log } from '#server/log.ts';

/** The payment page's cancel URL: frees the stock at once and shows the cart. */
export default async function cancelCheckout(request: Request): Promise<Response> {
  const asked = new URL(request.url).searchParams.get('checkout');
  const checkout = z.uuid().safeParse(asked).data;
  // HEAD must stay free of side effects.
  if (checkout && request.method === 'GET') {
    // On failure the shopper still gets the cart; expiry or the sweep frees the stock later.
    await closeCheckout(checkout).catch((error: unknown) =>
      log.error('Closing a cancelled checkout failed', { error }),
    );
  }
  return new Response(null, {
    status: 303,
    headers: { Location: `${siteOrigin(request)}/cart`, 'Cache-Control': 'no-store' },
  });
}

async function closeCheckout(checkout: string): Promise<void> {
  const found = await database()
    .from('checkouts')
    .select('stripe_session_id')
    .eq('id', checkout)
    .eq('status', 'open')
    .maybeSingle();
  const session = dataOf(found)?.stripe_session_id;
  if (session) await closePaymentPage(session);
}
