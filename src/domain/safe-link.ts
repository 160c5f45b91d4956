/** A path of the shop's own, with what may follow it. */
const OWN_PATH = /^\/(?!\/)[^\s\\]*$/;

/**
 * Whether a text of a page or an e-mail may lead to an address: a path of the shop itself, or another site over https.
 * @param mail whether an e-mail address (`mailto:`) will do, too.
 */
export function isSafeLink(address: string, mail = false): boolean {
  if (OWN_PATH.test(address)) return true;
  if (mail && /^mailto:[^\s?]+$/i.test(address)) return true;
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.hostname.includes('.') && url.username === '';
}
