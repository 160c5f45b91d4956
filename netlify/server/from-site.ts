import { siteOrigin } from './site-origin.ts';

/**
 * What the site itself answers at a path. Asked without the visitor's cookies, because what is made of it is for all
 * visitors.
 */
export function fromSite(request: Request, path: string): Promise<Response> {
  return fetch(new URL(path, siteOrigin(request)));
}
