import { expect, test } from 'vitest';
import { inlineHash } from './inline-hash.ts';
import { withOwnPolicy } from './page-policy.ts';

const script = "document.body.dataset.ready = ''";
const style = 'p{color:red}';
const named = (text: string) => `'${inlineHash(text)}'`;

function page(scripts: string, styles: string): string {
  return `<head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'self'; script-src 'self'${scripts}; style-src 'self'${styles};"><style>${style}</style></head><script type="module">${script}</script>`;
}

test('a hash equals the one computed by browsers', () => {
  // From https://www.w3.org/TR/CSP2/#script-src-hash-usage
  expect(inlineHash("alert('Hello, world.');")).toBe(
    'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=',
  );
});

test('a policy keeps the hashes of the page’s own scripts and styles, and no others', () => {
  const all = ` ${named('elsewhere')} ${named(script)}`;
  expect(withOwnPolicy(page(all, ` ${named(style)} ${named('p{}')}`))).toBe(
    page(` ${named(script)}`, ` ${named(style)}`),
  );
});

test('a hash in the page’s text is kept', () => {
  const html = `${page('', '')}<p>${named('elsewhere')}</p>`;
  expect(withOwnPolicy(html)).toBe(html);
});

test('the policy comes first, so that it applies to all scripts and texts', () => {
  const policy = '<meta http-equiv="content-security-policy" content="default-src \'self\';">';
  const html = `<head><meta charset="utf-8"><title>$& 1</title><script>1</script>${policy}</head>`;
  const own = `<head><meta charset="utf-8">${policy}<title>$& 1</title><script>1</script></head>`;
  expect(withOwnPolicy(html)).toBe(own);
  expect(withOwnPolicy(own)).toBe(own);
});

test('a page without a policy is unchanged', () => {
  expect(withOwnPolicy('<p>Moved</p>')).toBe('<p>Moved</p>');
});

test('a page’s additional sources replace ‘none’', () => {
  const wider = `<head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="frame-src 'none' 'self'; object-src 'none';"></head>`;
  expect(withOwnPolicy(wider)).toContain(`content="frame-src 'self'; object-src 'none';"`);
});
