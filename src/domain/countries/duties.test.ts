import { expect, test } from 'vitest';
import {
  closedCountries,
  closedText,
  dutiesText,
  type DutyRules,
  withDuties,
  withDutiesMarkdown,
} from './duties.ts';
import { pence } from '../money/money.ts';

const inUnion = { policy: 'you_pay', in_union: true } as const;
const union =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const rules: DutyRules = {
  US: { policy: 'we_pay', in_union: false },
  ...Object.fromEntries(union.map((code) => [code, inUnion])),
};

test('the text states who pays, with an estimate where there is one', () => {
  const estimate = {
    vat_basis_points: 2000,
    vat_pence: pence(1031),
    duty_pence: pence(261),
    fee_pence: pence(0),
    euro_pence: pence(87),
  };
  expect(dutiesText({ ...inUnion, estimate })).toBe(
    'Duties and taxes are not included: you pay them when the parcel arrives, and the carrier may add a fee. ' +
      'The EU charges VAT and, for goods worth up to €150, €3 for each kind of goods. ' +
      'For this order about £12.92: £2.61 duty and £10.31 VAT (20%), at £0.87 to the euro.',
  );
  expect(dutiesText({ ...inUnion, estimate: { ...estimate, fee_pence: pence(435) } })).toMatch(
    /For this order about £17\.27: £2\.61 duty, £4\.35 parcel fee and £10\.31 VAT \(20%\), at/,
  );
  expect(dutiesText({ ...inUnion, estimate: { ...estimate, duty_pence: null } })).toMatch(
    /For this order about £10\.31 VAT \(20%\), and customs duty by the tariff\.$/,
  );
  expect(dutiesText({ policy: 'we_pay', in_union: false, estimate: null })).toContain(
    'nothing is due when it arrives',
  );
  expect(dutiesText(null)).toBeNull();
});

test('pages list the countries by who pays, the European Union as one', () => {
  expect(withDutiesMarkdown('COUNTRY_DUTIES', rules).split('\n')).toEqual([
    expect.stringMatching(/^- \*\*European Union:\*\* .+ not included.+€3/),
    expect.stringMatching(/^- \*\*United States:\*\* .+ are included/),
    expect.stringMatching(
      /^- \*\*All other countries, Guernsey and Jersey included:\*\* .+ if the country charges any/,
    ),
  ]);
  const closed = { ...rules, GG: { policy: 'not_sold', in_union: false } } as const;
  const without = { ...closed, FR: { policy: 'not_sold', in_union: true } } as const;
  const html = withDuties('<p>COUNTRY_DUTIES</p>', without);
  expect(html).toMatch(/^<ul data-duties><li><strong>European Union except France:/);
  expect(html).toContain('<strong>France, Guernsey:</strong> We do not sell there at the moment.');
  expect(html).toContain('<strong>All other countries:</strong>');
  expect(closedCountries(without)).toEqual(['FR', 'GG']);
  expect(closedText(['FR', 'GG'])).toMatch(/: France, Guernsey\.$/);
  expect(closedText([])).toBe('');
});
