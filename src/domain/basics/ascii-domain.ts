/**
 * An e-mail address with its domain in Punycode: `anna@пример.рф` becomes `anna@xn--e1afmkfd.xn--p1ai`.
 * Chromium submits it that way; Firefox submits the text as typed.
 */
export function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (!/^[\p{L}\p{M}\p{N}.。．-]+$/u.test(domain) || /^\p{ASCII}*$/u.test(domain)) return address;
  return URL.canParse(`https://${domain}`)
    ? address.slice(0, at + 1) + new URL(`https://${domain}`).hostname
    : address;
}
