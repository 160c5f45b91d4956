import { Unavailable } from './http-error.ts';
import { siteOrigin } from './site-origin.ts';
import { timedFetch } from './timed-fetch.ts';

/**
 * The site's own response at a path, fetched without the visitor's cookies, because the result is shown to all
 * visitors.
 * @throws Unavailable if there is no response.
 */
export async function fromSite(request: Request, path: string): Promise<Response> {
  try {
    return await timedFetch()(new URL(path, siteOrigin(request)));
  } catch (error) {
    throw new Unavailable(`${path} of the site: no answer`, { cause: error });
  }
}
