import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { readNetlifyRules } from '#harness/netlify-rules.ts';
import { companyLine } from '#brand/company.ts';
import { htmlPage } from '../support/html-page.ts';
import { siteUrl } from '../support/awkward-site.ts';

const inSite = (file: string) => path.join(inject('distFolder'), file);
const wordsOf = (text: string) => text.match(/[a-z]{4,}/gi) ?? [];
const read = (file: string) => readFileSync(inSite(file), 'utf8');

test('llms.txt describes the shop, its categories, its policies and cart links', () => {
  const text = read('llms.txt');
  expect(text).toMatch(/^# Minicia\n\n> Minicia sells .+ to \d+ countries\. Prices are in pounds/);
  expect(text).toContain(`- [Bucket Hats](${siteUrl}/productListing/3)\n`);
  // A category of the awkward catalogue, whose name must be escaped in Markdown.
  expect(text).toMatch(/\n- \["Q" \\&[^\n]*\\<evil-thing [^\n]*\]\(http/);
  for (const policy of ['returnpolicy', 'termsandconditions', 'privacypolicy', 'Faqs'])
    expect(text).toContain(`(${siteUrl}/${policy}.md)`);
  expect(text).toContain('`/buy/12:1,15:2`');
  expect(text).toContain('There is no call that orders or pays');
  expect(text).toContain(companyLine());
});

describe.each(['Faqs', 'contact-us', 'privacypolicy', 'returnpolicy', 'termsandconditions'])(
  '%s.md',
  (name) => {
    test('has the page’s text under its title, with the company’s details', () => {
      const text = read(`${name}.md`);
      const page = htmlPage(inSite(`${name}/index.html`));
      expect(text.split('\n')[0]).toBe(`# ${page.headings()[0]}`);
      expect(text).not.toContain('COMPANY_');
      const main = page.main((tag) => tag === 'script').replaceAll(/<[^>]+>|&\w+;/g, ' ');
      const inText = new Set(wordsOf(text));
      // Switches are not part of the text.
      const ofSwitch = new Set(['Object', 'Count', 'Remember', 'Recently', 'Viewed']);
      const missing = wordsOf(main).filter((word) => !inText.has(word) && !ofSwitch.has(word));
      expect(missing).toEqual([]);
    });

    test('is served as Markdown and not indexed by search engines', () => {
      expect(readNetlifyRules().headersOf(`/${name}.md`)).toMatchObject({
        'Content-Type': 'text/markdown; charset=utf-8',
        'X-Robots-Tag': 'noindex',
      });
    });
  },
);
