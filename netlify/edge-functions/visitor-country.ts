import type { Config, Context, Cookie, EdgeFunction } from '@netlify/edge-functions';
import { isShippingCountry } from '../../src/domain/countries.ts';
import { VISITOR_COUNTRY_COOKIE } from '../../src/domain/starting-form.ts';

/** The page reads it as soon as it is open; this allows for a slow network. */
const MAX_AGE_SECONDS = 10 * 60;

/** What the function uses of Netlify's context. */
export interface Visit {
  geo: Context['geo'];
  cookies: { set: (cookie: Cookie) => void };
}

/**
 * Tells the billing page the country that Netlify sees its visitor in, if the shop ships there. A
 * cookie does, so that the page itself stays the same file for everyone and is cached as such.
 */
function visitorCountry(request: Request, { geo, cookies }: Visit): undefined {
  const code = geo.country?.code;
  if (code === undefined || !isShippingCountry(code)) return;
  cookies.set({
    name: VISITOR_COUNTRY_COOKIE,
    value: code,
    path: '/billing',
    maxAge: MAX_AGE_SECONDS,
    sameSite: 'Lax',
    secure: new URL(request.url).protocol === 'https:',
  });
}

export default visitorCountry satisfies EdgeFunction;

/** A form without a guess is better than no form: failing here must not stop the page. */
export const config = {
  path: '/billing{/}?',
  method: 'GET',
  onError: 'bypass',
} satisfies Config;
