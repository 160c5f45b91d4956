/** A path on the shop's site, with query and fragment. */
const OWN_PATH = /^\/(?!\/)[^\s\\]*$/;

/**
 * Whether a link in a page's text or an e-mail is allowed: a path on the shop's site, or another site
 * over https.
 * @param mail whether `mailto:` is allowed as well.
 */
export function isSafeLink(address: string, mail = false): boolean {
  if (OWN_PATH.test(address)) return true;
  if (mail && /^mailto:[^\s?]+$/i.test(address)) return true;
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.hostname.includes('.') && url.username === '';
}
