import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CompanyFacts } from '#brand/company.ts';
import { launchProblems } from './launch-check.ts';
import { missingPassages } from './required-passages.ts';

const first = readFileSync(
  new URL('../../../supabase/migrations/20261122001605_first_content.sql', import.meta.url),
  'utf8',
);

/** The initial text of a page. */
function firstText(key: string): string {
  return (
    new RegExp(String.raw`\('${key}', [^$]*'text', \$md\$([^]+?)\$md\$`).exec(first)?.[1] ?? ''
  );
}

const texts = {
  terms: firstText('terms'),
  returns: firstText('returns'),
  privacy: firstText('privacy'),
};

const company: CompanyFacts = {
  brand: 'Minicia',
  legalName: 'Minicia Ltd',
  registeredIn: 'England and Wales',
  number: '08123456',
  registeredAddress: '12 Brewer Street, London, W1F 0SD, United Kingdom',
  vatNumber: 'GB 123 4567 82',
  email: 'hello@minicia.co.uk',
  euResponsiblePerson: {
    name: 'Ann Byrne',
    address: '1 Quay Street, Galway, Ireland',
    email: 'ann@byrne.ie',
  },
  returnsAddress: 'Minicia Returns, 7 Dock Road, Hull, HU1 1UU, United Kingdom',
  social: [{ name: 'Instagram', url: 'https://www.instagram.com/minicia' }],
};

const beanie = {
  name: 'Boss Beanie',
  category_name: 'Beanies',
  material: '100% wool',
  safety: null,
};

const ready = {
  company,
  texts,
  taxBasisPoints: 600,
  guaranteeNotice: '/eu-guarantee-notice.svg',
  dutiesDecided: true,
  products: [beanie],
};

test('a complete company with the initial texts may open', () => {
  expect(launchProblems(ready)).toEqual([]);
});

test.each([
  [
    'a placeholder',
    { ...ready, company: { ...company, number: '00000000' } },
    'src/brand/company.ts: number',
  ],
  [
    'tax without a VAT number',
    { ...ready, company: { ...company, vatNumber: null } },
    'src/brand/company.ts: vatNumber',
  ],
  [
    'a missing responsible person in the European Union',
    { ...ready, company: { ...company, euResponsiblePerson: null } },
    'src/brand/company.ts: euResponsiblePerson',
  ],
  [
    'a product',
    { ...ready, products: [{ ...beanie, material: null }] },
    'Products without material with the share of each fibre: Boss Beanie',
  ],
  [
    'a missing notice',
    { ...ready, guaranteeNotice: null },
    'src/domain/catalogue/eu-guarantee.ts: officialNotice',
  ],
  ['undecided duties', { ...ready, dutiesDecided: false }, 'Countries: who pays duties and taxes'],
  [
    'a claim without proof',
    { ...ready, unproven: { 'Boss Beanie': 'An eco-friendly beanie', 'Page faq': 'Warm.' } },
    'Boss Beanie, environmental words',
  ],
  [
    'a missing passage',
    {
      ...ready,
      texts: { ...texts, returns: texts.returns.replace('without giving a reason', '') },
    },
    'Shipping and returns: the right to cancel within 14 days without a reason',
  ],
])('the launch check names the field of %s', (_, facts, field) => {
  expect(launchProblems(facts).map((problem) => problem.field)).toEqual([field]);
});

test('without tax no VAT number is required', () => {
  const unregistered = { ...company, vatNumber: null };
  expect(launchProblems({ ...ready, company: unregistered, taxBasisPoints: 0 })).toEqual([]);
});

test('an empty text lacks every required passage, and pages without requirements lack none', () => {
  expect(missingPassages('terms', '')).toHaveLength(9);
  expect(missingPassages('returns', '')).toHaveLength(7);
  expect(missingPassages('privacy', '')).toHaveLength(14);
  expect(missingPassages('faq', '')).toEqual([]);
});
