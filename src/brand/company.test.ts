import { expect, test } from 'vitest';
import { company, companyLine, placeholdersIn } from './company.ts';
import type { CompanyFacts } from './company.ts';

const filledIn: CompanyFacts = {
  ...company,
  number: '08123456',
  registeredAddress: '12 Brewer Street, London, W1F 0SD, United Kingdom',
  email: 'hello@minicia.co.uk',
  returnsAddress: 'Minicia Returns, 7 Dock Road, Hull, HU1 1UU, United Kingdom',
  euResponsiblePerson: null,
  social: [{ name: 'Instagram', url: 'https://www.instagram.com/minicia' }],
};

test('a complete company has no placeholders', () => {
  expect(placeholdersIn(filledIn)).toEqual([]);
});

test.each<[string, Partial<CompanyFacts>]>([
  ['number', { number: '00000000' }],
  ['number', { number: ' ' }],
  ['registeredAddress', { registeredAddress: '1 Example Street, London, EX1 1EX, United Kingdom' }],
  ['email', { email: 'hello@minicia.example' }],
  ['returnsAddress', { returnsAddress: 'Minicia Returns, 1 Example Street, London, EX1 1EX' }],
  [
    'euResponsiblePerson.email',
    { euResponsiblePerson: { name: 'Ann Byrne', address: '1 Quay Street, Galway', email: ' ' } },
  ],
  [
    'social[0].url',
    { social: [{ name: 'TikTok', url: 'https://www.tiktok.com/@minicia.example' }] },
  ],
])('a placeholder is named by its field: %s', (field, facts) => {
  expect(placeholdersIn({ ...filledIn, ...facts })).toEqual([field]);
});

test('one line names the company, with its VAT number if it has one', () => {
  const line =
    'Minicia Ltd, registered in England and Wales, number 00000000. Registered office: 1 Example Street, London, EX1 1EX, United Kingdom.';
  expect(companyLine({ ...company, vatNumber: null })).toBe(line);
  expect(companyLine({ ...company, vatNumber: 'GB 123 4567 82' })).toBe(
    `${line} VAT number GB 123 4567 82.`,
  );
});
