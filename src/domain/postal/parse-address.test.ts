import {
  assert,
  boolean,
  constantFrom,
  integer,
  option,
  property,
  record,
  string,
  stringMatching,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SHIPPING_COUNTRIES } from '../countries/countries.ts';
import { addressConflict } from './address-conflict.ts';
import { anyCountryName } from '../countries/any-country-name.ts';
import { countryNamed, splitCountry } from './country-in-text.ts';
import { parseAddress } from './parse-address.ts';
import { postalForms, writtenPostcode } from './postal-form.ts';

describe('an address in one field is parsed', () => {
  test.each([
    [
      'GB',
      '12 St James Square, London SW1Y 4JH',
      ['12 St James Square', '', 'London', '', 'SW1Y 4JH'],
    ],
    ['GB', '12 high street, leeds, ls14ap', ['12 high street', '', 'leeds', '', 'LS1 4AP']],
    [
      'GB',
      'Flat 2, 9 Oak Lane, Sevenoaks, Kent, TN13 1AB, England',
      ['Flat 2', '9 Oak Lane', 'Sevenoaks', 'Kent', 'TN13 1AB'],
    ],
    ['GB', '12\nHigh Street\nBath\nBA1 1AA', ['12 High Street', '', 'Bath', '', 'BA1 1AA']],
    ['GB', '1 Oak Lane, W1A 1AA London, UK', ['1 Oak Lane', '', 'London', '', 'W1A 1AA']],
    ['GB', '1 Oak Lane, Derry, BT48 6AA, Ireland', null],
    ['GB', '3 Strand Street, Douglas, IM1 2AB, Isle of Man', null],
    [
      'GG',
      '1 The Pollet, St Peter Port, Guernsey, GY1 1WF',
      ['1 The Pollet', '', 'St Peter Port', '', 'GY1 1WF'],
    ],
    [
      'JE',
      '1 Broad Street, St Helier, JE2 3RR, Jersey',
      ['1 Broad Street', '', 'St Helier', '', 'JE2 3RR'],
    ],
    [
      'IE',
      '5 Grafton Street, Dublin 2, D02X285, Ireland',
      ['5 Grafton Street', '', 'Dublin 2', '', 'D02 X285'],
    ],
    [
      'IE',
      '1 Main Street, Ballincollig, Co. Cork, P31 A123',
      ['1 Main Street', '', 'Ballincollig', 'Co. Cork', 'P31 A123'],
    ],
    ['US', '350 5th Ave, New York, NY 10118', ['350 5th Ave', '', 'New York', 'NY', '10118']],
    [
      'US',
      '1 Main St, Apt 4, Atlanta, Georgia 30301-1234, USA',
      ['1 Main St', 'Apt 4', 'Atlanta', 'GA', '30301-1234'],
    ],
    [
      'US',
      '1 Main St, Charleston West Virginia 25301 United States',
      ['1 Main St', '', 'Charleston', 'WV', '25301'],
    ],
    [
      'CA',
      '290 Bremner Blvd, Toronto, ON, m5v3l9',
      ['290 Bremner Blvd', '', 'Toronto', 'ON', 'M5V 3L9'],
    ],
    [
      'AU',
      '2 Macquarie St, Sydney NSW 2000, Australia',
      ['2 Macquarie St', '', 'Sydney', 'NSW', '2000'],
    ],
    [
      'NZ',
      '1 Queen Street, Ponsonby, Auckland 1010',
      ['1 Queen Street', 'Ponsonby', 'Auckland', '', '1010'],
    ],
    ['FR', '10 rue de Rivoli, 75001 Paris, France', ['10 rue de Rivoli', '', 'Paris', '', '75001']],
    ['FR', '10 rue de Rivoli, Paris 75001', ['10 rue de Rivoli', '', 'Paris', '', '75001']],
    [
      'FR',
      'BP 5, 1 quai X, 75008 Paris Cedex 08',
      ['BP 5', '1 quai X', 'Paris Cedex 08', '', '75008'],
    ],
    [
      'DE',
      'Unter den Linden 1, DE-10117 Berlin, Deutschland',
      ['Unter den Linden 1', '', 'Berlin', '', '10117'],
    ],
    ['NL', 'Damrak 1, 1012js Amsterdam', ['Damrak 1', '', 'Amsterdam', '', '1012 JS']],
    [
      'SE',
      'Drottninggatan 1, 11151 Stockholm, Sverige',
      ['Drottninggatan 1', '', 'Stockholm', '', '111 51'],
    ],
    ['PT', 'Rua Augusta 1, 1100-048 Lisboa', ['Rua Augusta 1', '', 'Lisboa', '', '1100-048']],
    [
      'LU',
      '1 Grand-Rue, 1661 Luxembourg, Luxembourg',
      ['1 Grand-Rue', '', 'Luxembourg', '', '1661'],
    ],
    ['LV', 'Brīvības iela 1, Rīga, LV-1010', ['Brīvības iela 1', '', 'Rīga', '', 'LV-1010']],
    // Three letters for an Australian state.
    ['MT', '1 Triq il-Kbira, Birgu, VIC 1234', ['1 Triq il-Kbira', '', 'Birgu', '', 'VIC 1234']],
    ['SG', '1 Raffles Place, Singapore 048616', ['1 Raffles Place', '', 'Singapore', '', '048616']],
  ])('%s: %s', (country, text, parts) => {
    expect(addressConflict(text, country)).toBeNull();
    if (parts === null) return;
    const { line1, line2 = '', town, region = '', postcode } = parseAddress(text, country) ?? {};
    expect([line1, line2, town, region, postcode]).toEqual(parts);
  });

  test.each([
    ['GB', '7 Victim Street'],
    ['GB', '12 Test Street, London'],
    ['GB', '12 Test Street London SW1Y 4JH'],
    ['GB', 'Flat 2, 12 Test Street London SW1Y 4JH'],
    ['GB', 'Flat 2, Test Street, SW1Y 4JH'],
    ['GB', 'London SW1Y 4JH'],
    ['GB', '1 Oak Lane, London SW1Y 4J'],
    ['US', '10115 Main Street, Springfield'],
    ['US', '1 Main Street, Springfield 62701'],
    ['IT', 'Via Roma 1, Milano, MI 20121'],
    ['DE', 'Unter den Linden 1, Berlin, DE 10117'],
    ['IS', 'Íbúð 2, Laugavegur 101'],
    ['ZA', '1 Long Street, Cape Town, SA 8001'],
    ['US', '5 Peachtree Street, Atlanta, Georgia'],
    ['US', '12345 Avenida España'],
    ['CA', '1 Upper Canada'],
    ['GB', 'Flat 3, 1234 London Road'],
    ['AE', 'Villa 5, Al Wasl Road, Dubai'],
    ['GB', 'Norway'],
  ])('if ambiguous is left to the payment page, but not rejected: %s %s', (country, text) => {
    expect(parseAddress(text, country)).toBeNull();
    expect(addressConflict(text, country)).toBeNull();
  });
});

describe('payments 26: an address that contradicts the country', () => {
  test.each([
    ['GB', '1 George Street, Sydney NSW 2000', 'Australia'],
    ['GB', '1 George Street, Sydney, Australia', 'Australia'],
    ['GB', '350 5th Ave, New York, NY 10118', 'United States'],
    ['GB', '350 5th Ave, New York, U.S.A.', 'United States'],
    ['GB', '350 5th Ave\nNew York NY 10118 USA', 'United States'],
    ['GB', '10 rue de Rivoli, 75001 Paris France', 'France'],
    ['GB', '5 Grafton Street, Dublin 2, Ireland', 'Ireland'],
    ['GB', '5 Grafton Street, Dublin 2, D02 X285', 'Ireland'],
    ['GB', '1 The Pollet, St Peter Port, gy11wf', 'Guernsey'],
    ['GB', '1 Broad Street, St Helier, JE2 3RR', 'Jersey'],
    ['GB', '290 Bremner Blvd, Toronto ON M5V 3L9', 'Canada'],
    ['GB', '1-1 Chiyoda, Tokyo, Japan', 'Japan'],
    ['GB', '1 Markt, Hamburg, Deutschland', 'Germany'],
    ['GG', '12 High Street, Leeds LS1 4AP', 'United Kingdom'],
    ['JE', '12 High Street, Leeds, England', 'United Kingdom'],
    ['IE', '12 High Street, Belfast BT1 1AA', 'United Kingdom'],
    ['DE', '12 High Street, Leeds LS1 4AP', 'United Kingdom'],
    ['DE', '350 5th Ave, New York, NY 10118', 'United States'],
    ['EG', '12 High Street, Leeds LS1 4AP', 'United Kingdom'],
    ['US', '290 Bremner Blvd, Toronto ON M5V 3L9', 'Canada'],
    ['FR', '1 Plage, 97400 Saint-Denis, Réunion', 'Réunion'],
  ])('in %s is rejected with the other country’s name: %s', (country, text, elsewhere) => {
    expect(addressConflict(text, country)).toBe(
      `The address is in ${elsewhere}, but Shipping Country says ${anyCountryName(country)}. Please change one of them.`,
    );
  });

  test('is rejected with its postcode if many countries share the format', () => {
    expect(addressConflict('10 rue de Rivoli, 75001 Paris', 'GB')).toBe(
      '75001 is not a postcode of the shipping country, United Kingdom. Please change one of them.',
    );
  });
});

/**
 * Texts of one or two words. Excludes country names and words ending in one, such as “Aéüs üsa”, which are
 * correctly parsed as a country.
 */
const word = stringMatching(/^[A-Z][a-zéüø]{3,9}$/)
  .map((text) => (text.length > 6 ? `${text.slice(0, 4)} ${text.slice(4)}` : text))
  .filter((text) => !countryNamed(text) && !splitCountry(text));
const house = integer({ min: 1, max: 999 });
const region: Record<string, string> = { US: 'OH', CA: 'QC', AU: 'VIC' };

/** Generated addresses in each country's format, with their parts. */
const addresses = record({
  country: constantFrom(...postalForms.keys()),
  house,
  street: word,
  line2: option(word, { nil: undefined }),
  place: word,
  named: boolean(),
  breaks: constantFrom(', ', '\n', ','),
  lower: boolean(),
})
  .chain((parts) => {
    const form = postalForms.get(parts.country);
    if (!form) throw new Error(`No form for ${parts.country}`);
    return stringMatching(new RegExp(`^${form.postcode.replace(/\(\?=[^)]*\)/, '')}$`))
      .filter((code) => new RegExp(`^${form.postcode}$`).test(code))
      .map((code) => Object.assign(parts, { form, postcode: writtenPostcode(form, code) }));
  })
  .map(({ country, form, postcode, place, ...rest }) => {
    const line1 = `${rest.house} ${rest.street} Street`;
    const typed = rest.lower ? postcode.toLowerCase().replace(' ', '') : postcode;
    const before = form.place === 'before';
    const last = before ? [typed, place] : [place, region[country], typed];
    const text = [
      line1,
      rest.line2,
      last.filter(Boolean).join(' '),
      rest.named ? anyCountryName(country) : undefined,
    ]
      .filter((part) => part !== undefined)
      .join(rest.breaks);
    return {
      country,
      text,
      parts: {
        line1,
        ...(rest.line2 !== undefined && { line2: rest.line2 }),
        town: place,
        ...(region[country] && { region: region[country] }),
        postcode,
      },
    };
  });

describe('a generated address', () => {
  test('is parsed into its parts and never rejected', () => {
    assert(
      property(addresses, ({ country, text, parts }) => {
        expect(parseAddress(text, country)).toEqual(parts);
        expect(addressConflict(text, country)).toBeNull();
      }),
      { seed: 16, numRuns: 2000 },
    );
  });

  test('is never rejected if it is only a street and a town, in any country the shop ships to', () => {
    const country = constantFrom(...SHIPPING_COUNTRIES.map(({ code }) => code));
    assert(
      property(country, house, word, word, (code, number, street, town) => {
        for (const text of [
          `${number} ${street} Street`,
          `${number} ${street} Street, ${town}`,
          `${street} ${number}, ${town}, ${anyCountryName(code)}`,
        ]) {
          expect(addressConflict(text, code)).toBeNull();
        }
      }),
      { seed: 16 },
    );
  });

  test('is parsed without throwing, as is any other text', () => {
    const country = constantFrom(...SHIPPING_COUNTRIES.map(({ code }) => code), '', 'QQ');
    assert(
      property(string({ unit: 'grapheme', maxLength: 500 }), country, (text, code) => {
        expect(() => [parseAddress(text, code), addressConflict(text, code)]).not.toThrow();
      }),
      { seed: 16 },
    );
  });
});
