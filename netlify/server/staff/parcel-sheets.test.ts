import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { Parcel } from '../carriers/carrier.ts';
import { clickAndDrop, customsSheet } from './parcel-sheets.ts';

const hat = {
  product_name: 'Boss Beanie',
  color_name: 'Rust',
  variant_id: 7,
  sku: 'BB-RUST-7',
  quantity: 2,
  unit_pence: 4550,
  material: '100% merino wool',
  weight_grams: 85,
  hs_code: '65050090',
  origin_country: 'PT',
};

function order(more: Partial<Parcel> = {}): Parcel {
  return {
    orders: [12],
    placed_on: '2026-03-04',
    express: false,
    label: {
      name: 'O’Brien, Ada "Ace"',
      line1: '1 High Street',
      line2: 'Flat 2',
      town: 'Leeds',
      postcode: 'LS1 4AP',
      country: 'GB',
    },
    email: 'ada@example.com',
    phone: '+44 (0)7700 900123',
    grams: 170,
    service: 'TOLP48',
    format: 'Small parcel',
    service_pence: null,
    lines: [hat],
    contents: '',
    ...more,
  };
}

/** An order whose address was typed into one field. */
function typed(line1: string): Parcel {
  return order({ label: { name: 'Ada', line1, country: 'GB' } });
}

function read(text: string): Record<string, string>[] {
  return parse(text, { bom: true, columns: true });
}

test('Click & Drop gets an order’s address, service, weight in kilograms and a row for each product', () => {
  const scarf = { ...hat, product_name: 'Scarf', quantity: 1, weight_grams: 180 };
  const text = clickAndDrop([order({ lines: [hat, scarf], grams: 478 })]);
  expect(text.startsWith('\uFEFFOrder reference,Date,Full name,')).toBe(true);
  const rows = read(text);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual({
    'Order reference': '12',
    Date: '04/03/26',
    'Full name': 'O’Brien, Ada "Ace"',
    'Address line 1': '1 High Street',
    'Address line 2': 'Flat 2',
    'Address line 3': '',
    City: 'Leeds',
    County: '',
    Postcode: 'LS1 4AP',
    Country: 'United Kingdom',
    Email: 'ada@example.com',
    Phone: '00447700900123',
    'Service code': 'TOLP48',
    'Package size': 'Small parcel',
    Weight: '0.478',
    'Special instructions': '',
    'Currency code': 'GBP',
    SKU: 'BB-RUST-7',
    'Product name': 'Boss Beanie, Rust',
    Quantity: '2',
    'Unit price': '45.50',
    'Unit weight': '0.085',
    'Customs description': 'Boss Beanie, 100% merino wool',
    'Customs code': '65050090',
    'Country of origin': 'Portugal',
  });
  expect(rows[1]).toMatchObject({ 'Order reference': '12', Weight: '0.478', Quantity: '1' });
});

test('a weight that nobody knows is left to be weighed', () => {
  const unknown = {
    ...hat,
    weight_grams: null,
    hs_code: null,
    origin_country: null,
    material: null,
  };
  const [known, row] = read(
    clickAndDrop([
      order({ lines: [hat, unknown], express: true, grams: null, service: null, format: null }),
    ]),
  );
  expect(known).toMatchObject({ Weight: '', 'Service code': '', 'Unit weight': '0.085' });
  expect(row).toMatchObject({
    Weight: '',
    'Unit weight': '',
    'Customs code': '',
    'Country of origin': '',
    'Customs description': 'Boss Beanie',
    'Special instructions': 'Express delivery',
  });
});

test('an address typed into one field is taken apart where that is sure, else kept line by line', () => {
  const [sure, unsure] = read(
    clickAndDrop([typed('1 High Street, Leeds LS1 4AP'), typed('A\nB\nC\nD')]),
  );
  expect(sure).toMatchObject({
    'Address line 1': '1 High Street',
    City: 'Leeds',
    Postcode: 'LS1 4AP',
  });
  expect(unsure).toMatchObject({
    'Address line 1': 'A',
    'Address line 2': 'B',
    'Address line 3': 'C, D',
    City: '',
    Postcode: '',
  });
});

test('a line that is longer than its field goes on in the next one, and nothing of it is lost', () => {
  const words = `Flat 2, ${'Great House, '.repeat(10)}High Street`;
  const name = 'Llanfairpwllgwyngyll'.repeat(6);
  const [broken, cut] = read(
    clickAndDrop([
      order({ label: { ...order().label, line1: words, line2: 'Back door' } }),
      order({ label: { ...order().label, line1: name, line2: undefined } }),
    ]),
  );
  const [first = '', second = ''] = [broken?.['Address line 1'], broken?.['Address line 2']];
  expect(`${first} ${second}`).toBe(words);
  expect(first.length).toBeLessThanOrEqual(100);
  expect(first).toMatch(/House,$/);
  expect(broken?.['Address line 3']).toBe('Back door');
  expect(cut).toMatchObject({
    'Address line 1': name.slice(0, 100),
    'Address line 2': name.slice(100),
  });
});

test.each([
  [
    'Hat',
    '60% polyester on polyurethane, 40% cotton',
    'Hat, 60% polyester on polyurethane, 40% cotton',
  ],
  [
    'Hat',
    'Outside: 60% wool and 40% polyester on polyurethane',
    'Hat, Outside: 60% wool and 40% polyester',
  ],
  [
    'Sunglasses',
    'frame of acetate, lenses of polycarbonate and',
    'Sunglasses, frame of acetate, lenses',
  ],
])('customs texts of %j in %j end between words', (product_name, material, text) => {
  const [row] = read(clickAndDrop([order({ lines: [{ ...hat, product_name, material }] })]));
  expect(row?.['Customs description']).toBe(text);
});

test('a name that is longer than its field ends between characters', () => {
  const family = { ...hat, product_name: `${'x'.repeat(48)}👩‍👩‍👧`, material: null };
  const [row] = read(clickAndDrop([order({ lines: [family] })]));
  expect(row?.['Customs description']).toBe('x'.repeat(48));
});

test.each([
  ['+44 (0)7700 900123', '00447700900123'],
  ['0044 (0) 20 7946 0000', '00442079460000'],
  ['(020) 7946-0000', '02079460000'],
  ['+39 06 1234 5678', '00390612345678'],
  ['020 7946 0000 ext. 12', '02079460000'],
  ['(020) 7946 0000 (x12)', '02079460000'],
  ['+1 415-555-0100;ext=9', '0014155550100'],
  ['020 7946 0000 / 07700 900123', '02079460000'],
  ['020 7946 0000 07700 900123', '02079460000'],
  ['+44 20 7946 0000 +44 7700 900123', '00442079460000'],
  ['07700 900123 - 020 7946 0000', '07700900123'],
  ['Tel: (+44) (0)20 7946 0000 or 0000', '00442079460000'],
  ['030/1234567', '0301234567'],
  ['+49 (0)33203 / 123-45', '00493320312345'],
  ['٠٢٠ ٧٩٤٦ ٠٠٠٠', '02079460000'],
  ['＋４４ ２０ ７９４６ ００００', '00442079460000'],
  ['', ''],
])('the number %j is dialled as %j', (phone, dialled) => {
  expect(read(clickAndDrop([order({ phone })]))[0]?.Phone).toBe(dialled);
});

test.each([
  '=HYPERLINK("//evil.example")',
  '=1+1',
  '+A1',
  '-2+A1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1',
])(
  'no spreadsheet runs anything of %j, and Click & Drop gets numbers and addresses as they are',
  (text) => {
    const label = { ...order().label, name: text, town: text, country: 'US' };
    const hostile = order({ label, email: '+anna@example.com' });
    expect(read(customsSheet([hostile]))).toMatchObject([{ Recipient: `'${text}` }]);
    expect(read(clickAndDrop([hostile]))).toMatchObject([
      { 'Full name': `'${text}`, City: `'${text}`, Email: '+anna@example.com' },
    ]);
    const numbered = order({ label: { ...label, town: '-1', region: '+44 (0)20 7946' } });
    expect(read(clickAndDrop([numbered]))).toMatchObject([
      { City: '-1', County: '+44 (0)20 7946' },
    ]);
  },
);

test('customs get what goes abroad, with values and weights of the units that are sent', () => {
  const abroad = order({ label: { ...order().label, country: 'US' } });
  expect(read(customsSheet([order(), abroad]))).toEqual([
    {
      Order: '12',
      Recipient: 'O’Brien, Ada "Ace"',
      Destination: 'United States',
      Category: 'Sale of goods',
      Description: 'Boss Beanie, 100% merino wool',
      Quantity: '2',
      'Unit weight (g)': '85',
      'Weight (g)': '170',
      'Unit value (GBP)': '45.50',
      'Value (GBP)': '91.00',
      'HS code': '65050090',
      Origin: 'Portugal',
    },
  ]);
});
