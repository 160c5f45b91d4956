import { expect, test } from 'vitest';
import { faqFacts } from './faq-json-ld.ts';
import { jsonLd } from './json-ld.ts';
import { summaryOf } from '#domain/basics/meta-description.ts';
import { xmlText } from '#domain/basics/xml.ts';

test('a summary is one line and ends between words', () => {
  expect(summaryOf('  One\n two  ')).toBe('One two');
  expect(summaryOf('One two three', 9)).toBe('One two…');
  expect(summaryOf('One two three', 8)).toBe('One two…');
  expect(summaryOf('Extraordinary', 6)).toBe('Extra…');
  expect(summaryOf('Hat. Scarf. Belt.', 12)).toBe('Hat. Scarf…');
});

test('a summary does not split a character', () => {
  expect(summaryOf('aaaa🎩🎩🎩', 6)).toBe('aaaa…');
  expect(summaryOf('aaaa👩🏽‍🚀👒', 9)).toBe('aaaa…');
  expect(summaryOf('Cre\u0301me\u0301', 4)).toBe('Cr…');
});

test('no text can close the script that contains it', () => {
  const text = jsonLd([{ '@type': 'JsonLdNode', name: '</script><!--' }]);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({ '@graph': [{ name: '</script><!--' }] });
});

test('text in XML is escaped, and characters that XML forbids are dropped', () => {
  expect(xmlText(`<a b="c">'&'</a>`)).toBe('&lt;a b=&quot;c&quot;&gt;&apos;&amp;&apos;&lt;/a&gt;');
  expect(xmlText(`a${String.fromCharCode(0, 8, 0xffff, 0xd800)}b\n🎩`)).toBe('ab\n🎩');
});

test('links in answers are absolute', () => {
  const facts = faqFacts(
    [{ question: 'Where?', html: '<p><a href="/login">here</a></p>\n' }],
    new URL('https://shop.example'),
  );
  expect(facts).toMatchObject({
    mainEntity: [
      { acceptedAnswer: { text: '<p><a href="https://shop.example/login">here</a></p>' } },
    ],
  });
});
