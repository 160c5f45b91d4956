import { describe, expect, test } from 'vitest';
import { Content, ContentChanges } from './content.ts';
import { effectiveDay } from './effective-day.ts';
import { isSafeLink } from '../basics/safe-link.ts';
import { firstWords } from './first-words.ts';
import { descriptionHtml } from './markdown-html.ts';
import { markdownFault, withoutRefused } from './markdown.ts';
import { listingFocusRules } from './picture-focus.ts';
import { plainText } from './plain-text.ts';

test.each([
  '## A heading\n\nA text.',
  'See [All Products](/all-products), [the law](https://www.gov.uk/) or [us](mailto:COMPANY_EMAIL).',
  '- **one**\n- *two*\n\n1. three\n\n> four\n\na < b and c > d, \\<b>',
  'S | M | L, from 9 - 5 | daily\n\na\n\n---\n\n#1 in hats, [x] or ~ 40 ~',
])('valid Markdown: %j', (text) => {
  expect(markdownFault(text)).toBeNull();
});

test.each([
  ['HTML', 'Fine.\n\n<b>bold</b>', 'Line 3: HTML like “<b>” would not be shown.'],
  ['a script', '<script>alert(1)</script>', 'Line 1: HTML like “<script>'],
  ['a comment', '- a <!-- b -->', 'Line 1: HTML like “<!-- b -->'],
  ['a script as a link', '[x](javascript:alert(1))', 'Line 1: The link to “javascript:alert(1)”'],
  ['an encoded script link', '[x](java&#115;cript:alert(1))', 'The link to “javascript:alert(1)”'],
  ['a link by reference', '[x][y]\n\n[y]: data:text/html,x', 'Line 3: The link to “data:'],
  ['an automatic link', '<ftp://example.com/>', 'The link to “ftp://example.com/”'],
  ['a picture', 'a ![b](/c.jpg)', 'Line 1: Pictures cannot stand in this text.'],
  ['the page’s own heading', 'Title\n=====', 'Line 1: A heading begins with ## or ###.'],
  ['code', 'a\n\n    b', 'Line 3: A line that begins with four spaces'],
  ['a table', '## Sizes\n\n| Size | cm |\n| :-- | --: |\n| S | 54 |', 'Line 3: A table would not'],
  ['a table without outer bars', '**Size** | cm\n--- | ---\nS | 54', 'A table would not'],
  ['a table with one column', '> |a|\n> |-|\n> |b|', 'A table would not'],
  ['crossed-out text', 'now ~~40~~ 30', 'Line 1: Crossed-out text'],
  ['a footnote', 'Wool.[^1]\n\n[^1]: From Wales.', 'Line 1: A footnote would not be shown.'],
  ['a footnote of one word', 'Wool.[^a]\n\n[^a]: Wales', 'A footnote would not be shown.'],
  ['a footnote without its text', 'Wool.[^1]', 'A footnote would not be shown.'],
  ['boxes to tick', '- [ ] a\n- [x] b', 'Line 1: A list of boxes to tick'],
  ['a heading without a space', '##Sizes\n\na', 'Line 1: A heading needs a space after ##.'],
])('%s is rejected, with its line', (_what, text, message) => {
  expect(markdownFault(text)).toContain(message);
  expect(markdownFault(withoutRefused(text))).toBeNull();
});

test.each([
  ['## Times\n\nOpening hours:  \nMonday to *Friday*', 'Opening hours: Monday to Friday'],
  ['Opening hours:\\\nMonday\nand `Tuesday`', 'Opening hours: Monday and Tuesday'],
  ['- Felt\n- **Wool**\n  - Merino\n\nText', 'Felt Wool Merino'],
  ['> One\n>\n> Two', 'One Two'],
  ['---\n\n```\nIn a box\n```', 'In a box'],
  ['## Heading', ''],
])('%j begins with the words %j', (text, words) => {
  expect(firstWords(text)).toBe(words);
});

test('a description keeps its line breaks, has no raw HTML, and leaves the shop as plain text', () => {
  const text =
    'Warm,\nsoft & *dry* <b onclick=x>.\n\n- **Wool**\n- [Care](/care)\n\n1. One\\\nline [x](javascript:x)';
  expect(descriptionHtml(text)).toBe(
    '<p>Warm,<br />\nsoft &amp; <em>dry</em> &lt;b onclick=x&gt;.</p>\n<ul>\n<li><strong>Wool</strong></li>\n<li><a href="/care">Care</a></li>\n</ul>\n<ol>\n<li>One<br />\nline <a href="">x</a></li>\n</ol>',
  );
  expect(plainText(text)).toBe(
    'Warm,\nsoft & dry <b onclick=x>.\n\n• Wool\n• Care\n\n1. One\nline x',
  );
});

test('a preview leaves out only the rejected parts', () => {
  const text = 'Hello **you**.\n\n<script>x</script>\n\n- a ![b](/c.jpg) d';
  expect(withoutRefused(text)).toBe('Hello **you**.\n\n\n\n- a  d');
});

test.each([
  ['/cart', true],
  ['/product-details/1?colour=2#top', true],
  ['https://www.gov.uk/consumer', true],
  ['//elsewhere.com', false],
  [String.raw`/\elsewhere.com`, false],
  ['http://elsewhere.com', false],
  ['https://user@elsewhere.com', false],
  ['https://localhost', false],
  ['javascript:alert(1)', false],
  ['mailto:a@b.com', false],
  ['cart', false],
  ['', false],
])('a link to %s is safe: %s', (address, safe) => {
  expect(isSafeLink(address)).toBe(safe);
});

test('an effective date is shown in London time', () => {
  expect(effectiveDay('2024-10-07')).toBe('07/10/24');
});

/** The messages about a value, by path. */
function faultsOf(key: keyof typeof Content.shape, value: unknown): string[] {
  const { error } = Content.shape[key].safeParse(value);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

describe('validation rejects', () => {
  const announcement = { text: 'Sale', link: '', from: null, until: null };
  const hero = {
    picture: '/catalogue/front/hero.jpg',
    alt: '',
    focus: { x: 9, y: 50 },
    text: '',
    button: '',
    link: '',
  };

  test.each([
    ['a link to nowhere', { ...announcement, link: 'http://x.com' }, 'link: A path of this shop'],
    [
      'an end before the beginning',
      { ...announcement, from: '2026-12-04T18:00:00Z', until: '2026-12-04T17:00:00+00:00' },
      'until: It ends before it begins.',
    ],
    ['two lines', { ...announcement, text: 'Sale\nnow' }, 'text: Use one line.'],
    [
      'too long a text',
      { ...announcement, text: 'x'.repeat(121) },
      'text: At most 120 characters.',
    ],
  ])('an announcement: %s', (_what, value, message) => {
    expect(faultsOf('announcement', announcement)).toEqual([]);
    expect(faultsOf('announcement', value).join()).toContain(message);
  });

  test.each([
    '/etc/passwd',
    '/catalogue/../secret',
    'https://elsewhere.com/a.jpg',
    'javascript:/catalogue/a',
  ])('the picture %s', (picture) => {
    expect(faultsOf('hero', hero)).toEqual([]);
    const stored = 'https://x.supabase.co/storage/v1/object/public/catalogue/front-1.webp';
    expect(faultsOf('hero', { ...hero, picture: stored })).toEqual([]);
    expect(faultsOf('hero', { ...hero, picture })).toEqual(['picture: Choose a picture.']);
  });

  test('a button that leads nowhere, and a link without a button', () => {
    expect(faultsOf('hero', { ...hero, button: 'Shop now', link: '/all-products' })).toEqual([]);
    const message = 'The button needs both a text and a link.';
    expect(faultsOf('hero', { ...hero, button: 'Shop now' })).toEqual([`link: ${message}`]);
    expect(faultsOf('hero', { ...hero, link: '/all-products' })).toEqual([`button: ${message}`]);
  });

  test('a page without text, and a question without an answer', () => {
    const text = { title: 'T', description: 'D', effective: '2026-02-30', text: ' ' };
    expect(faultsOf('terms', text)).toEqual([
      'effective: Not a valid date.',
      'text: This field is required.',
    ]);
    const faq = { questions: [{ question: 'Why?', answer: '' }] };
    expect(faultsOf('faq', faq)).toEqual(['questions.0.answer: This field is required.']);
  });
});

test('a release’s changes are validated by kind, the values seen before are not', () => {
  const now = { text: 'Sale', link: '', from: null, until: null };
  const seen = { words: 'of an older kind' };
  expect(ContentChanges.parse({ announcement: { seen, now } })).toEqual({
    announcement: { seen, now },
  });
  expect(ContentChanges.safeParse({ announcement: { now: seen } }).success).toBe(false);
  expect(ContentChanges.safeParse({ blog: { now: {} } }).success).toBe(false);
});

test('the picture above a listing keeps one part in view on wide screens and one on phones', () => {
  const focus = { wide: { x: 50, y: 20 }, phone: { x: 80, y: 50 } };
  expect(listingFocusRules({ tile: null, focus })).toBe(
    '[data-listing-root]>img{object-position:50% 20%}@media (width < 64rem){[data-listing-root]>img{object-position:80% 50%}}',
  );
  expect(listingFocusRules({ tile: null, focus: null })).toBe('');
});
