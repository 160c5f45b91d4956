import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';

// The shop does not sell to Canada.
const folder = inject('distFolder');

/** A built file as text, without tags. */
function textOf(file: string): string {
  const html = readFileSync(path.join(folder, file), 'utf8');
  return html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
}

test.each(['returnpolicy/index.html', 'Faqs/index.html', 'returnpolicy.md'])(
  '%s states who pays duties in the same words',
  (file) => {
    const text = textOf(file).replaceAll('**', '');
    expect(text).toMatch(/European Union: Duties and taxes are not included.+€3 for each/);
    expect(text).toMatch(/United States: Duties and taxes are included/);
    expect(text).toContain('Canada: We do not sell there at the moment.');
    expect(text).not.toContain('COUNTRY_DUTIES');
  },
);

test('the billing form leaves out countries where the shop does not sell', () => {
  const html = readFileSync(path.join(folder, 'billing/index.html'), 'utf8');
  expect(html).toContain('&quot;closed&quot;:[1,[[0,&quot;CA&quot;]]]');
});
