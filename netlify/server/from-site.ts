import { Unavailable } from './http-error.ts';
import { siteOrigin } from './site-origin.ts';
import { timedFetch } from './timed-fetch.ts';

/**
 * What the site itself answers at a path. Asked without the visitor's cookies, because what is made of it is for all
 * visitors.
 * @throws Unavailable when there is no answer.
 */
export async function fromSite(request: Request, path: string): Promise<Response> {
  try {
    return await timedFetch()(new URL(path, siteOrigin(request)));
  } catch (error) {
    throw new Unavailable(`${path} of the site: no answer`, { cause: error });
  }
}
