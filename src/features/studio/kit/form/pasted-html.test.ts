import { expect, test } from 'vitest';
import { pastedHtml } from './pasted-html.ts';

const list = '<ul><li>Wool</li></ul>';

test.each([
  ['a list of a web page', 'Wool', list, list],
  ['the source of a web page', list, `<pre>${list.replaceAll('<', '&lt;')}</pre>`, list],
  ['bold text of Google Docs', 'Wool', '<span style="font-weight:700">Wool</span>', 'same'],
  ['a list of Word', '· Wool', '<p style="mso-list:l0 level1 lfo1">· Wool</p>', 'same'],
  ['a text without formatting', '**Wool**', '<meta charset="utf-8"><span>**Wool**</span>', null],
  ['a text with signs', 'a < b, 3 <5 and c>d', '', null],
])('%s', (_what, plain, html, pasted) => {
  const clipboard = { getData: (type: string) => (type === 'text/html' ? html : plain) };
  expect(pastedHtml(clipboard)).toBe(pasted === 'same' ? html : pasted);
});
