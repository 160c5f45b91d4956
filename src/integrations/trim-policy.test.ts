import { expect, test } from 'vitest';
import { inlineHash } from './inline-hash.ts';
import { withTrimmedPolicy } from './trim-policy.ts';

const script = "document.body.dataset.ready = ''";
const style = 'p{color:red}';
const named = (text: string) => `'${inlineHash(text)}'`;

function page(scripts: string, styles: string): string {
  return `<head><meta http-equiv="content-security-policy" content="default-src 'self'; script-src 'self'${scripts}; style-src 'self'${styles};"><style>${style}</style></head><script type="module">${script}</script>`;
}

test('a hash is the one that browsers compute', () => {
  // From https://www.w3.org/TR/CSP2/#script-src-hash-usage
  expect(inlineHash("alert('Hello, world.');")).toBe(
    'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=',
  );
});

test('a policy keeps the hashes of the page’s own scripts and styles, and no others', () => {
  const all = ` ${named('elsewhere')} ${named(script)}`;
  expect(withTrimmedPolicy(page(all, ` ${named(style)} ${named('p{}')}`))).toBe(
    page(` ${named(script)}`, ` ${named(style)}`),
  );
});

test('a hash in the page’s text is kept', () => {
  const html = `${page('', '')}<p>${named('elsewhere')}</p>`;
  expect(withTrimmedPolicy(html)).toBe(html);
});
