import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeForm } from '#domain/names/code-form.ts';
import { nameKey } from '#domain/names/name-key.ts';
import { orderNumber } from '#domain/names/order-number.ts';
import { plainLetters } from '#domain/names/plain-letters.ts';
import { searchForm } from '#domain/names/search-form.ts';
import { runsWhole } from '../support/long-suites.ts';
import { openDatabase } from '../support/open-database.ts';

const { sql } = await openDatabase(1);

const forms = {
  name_key: nameKey,
  plain_letters: plainLetters,
  code_form: codeForm,
  'without_punctuation(search_form': searchForm,
  order_number: orderNumber,
};

/** Letters and signs that telephones, spreadsheets and word processors put into names. */
const pieces = [
  ...'aAbB09ıİßẞſøØæŒłĐþŋéÉǅªºﬁ№™½²＃９Ａ\u00A0\u2009\u3000\u2800\t\n\u0085  --‐‑–—−－’‘`´′“”„"\'&⁄∕().,:;#+*\u0301\u0307\u0308\u200B\u200C\u00AD\uFEFF\uFE0F\u2060\u0001ΣσςАаВеОЁйЇΟαγ٣۷९๓中日가أَ🎉🏴',
  'order no. ',
  'Nr.',
  '48207315',
  'Große Mütze',
  'Light  Blue',
  'ßß',
  'ææœœþþ',
  'ıı',
];
/** Digits that SQL does not know (latin_digits), and characters that Postgres's Unicode is too old for. */
const unknown = /(?![0-9٠-٩۰-۹०-९০-৯๐-๙０-９\u{1D7CE}-\u{1D7FF}])\p{Nd}|\p{Cn}|\p{Cs}|\0/gu;
const text = fc
  .oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 2 })))
      .map((parts) => parts.join('')),
  )
  .map((one) => one.replaceAll(unknown, ''));
const sample = runsWhole ? { numRuns: 50_000 } : { numRuns: 4000, seed: 16 };

test.each(Object.entries(forms))('%s) is the same in SQL and in TypeScript', async (name, form) => {
  const call = `public.${name.replace('(', '(public.')}(given${name.includes('(') ? '))' : ')'}`;
  const asked = fc.sample(text, sample).map((given) => ({ given, expected: form(given) }));
  const unlike = await sql.unsafe(
    `select given, expected, ${call}::text as form
     from unnest($1::text[], $2::text[]) as t (given, expected)
     where ${call}::text is distinct from expected and unicode_assigned(given || coalesce(expected, ''))
     limit 5`,
    [asked.map(({ given }) => given), asked.map(({ expected }) => expected)],
  );
  expect([...unlike]).toEqual([]);
});

async function inSql(call: string, texts: readonly string[]): Promise<(string | null)[]> {
  const rows = await sql.unsafe<{ form: string | null }[]>(
    `select ${call}::text as form from unnest($1::text[]) with ordinality as t (given, place) order by place`,
    [[...texts]],
  );
  return rows.map(({ form }) => form);
}

describe('spellings that look alike have one key:', () => {
  test.each([
    [
      'blanks',
      'Light Blue',
      'Light  Blue',
      ' Light\u00A0Blue ',
      'Light\u2009\u3000Blue',
      'Light\tBlue',
    ],
    ['dashes', 'Off-White', 'Off–White', 'Off\u2011White', 'Off—White', 'Off−White', 'OFF--WHITE'],
    [
      'apostrophes',
      'Robin’s Egg',
      "robin's egg",
      'Robin‘s Egg',
      'Robin´s Egg',
      'Robinʼs Egg',
      'Robin`s Egg',
    ],
    ['quotation marks', '5" “Slim”', '5″ "slim"', "5'' „Slim”"],
    ['case', 'Weiß', 'WEISS', 'weiß', 'WEIẞ'],
    ['Turkish case', 'İpek ışık', 'ipek IŞIK', 'İPEK IŞIK'],
    ['Greek case', 'Ουρανός', 'ΟΥΡΑΝΌΣ'],
    ['compatibility forms', 'Ⅳ ﬁn', 'IV fin', 'ＩＶ ｆｉｎ'],
    ['combining marks', 'Crème', 'Cre\u0300me'],
    [
      'invisible characters',
      'Moss',
      'Mo\u200Bss',
      '\uFEFFMoss',
      'Mo\u00ADss',
      'Moss\uFE0F',
      'Moss\u2060',
    ],
  ])('%s', async (_kind, ...spellings) => {
    expect(new Set(spellings.map(nameKey)).size).toBe(1);
    expect(new Set(await inSql('public.name_key(given)', spellings)).size).toBe(1);
  });

  test('while names that look different do not', async () => {
    const names = [
      'Rose',
      'Rosé',
      'Off White',
      'Off-White',
      'Caps & Hats',
      'Caps and Hats',
      'Шапки',
      'Шарфы',
      '帽子',
      '子',
    ];
    expect(new Set(names.map(nameKey)).size).toBe(names.length);
    expect(new Set(await inSql('public.name_key(given)', names)).size).toBe(names.length);
  });
});

test('a discount code is found however it is typed', async () => {
  const spellings = [
    'SPRING10',
    'spring 10',
    'Spring‑10',
    ' “SPRING10” ',
    'ＳＰＲＩＮＧ１０',
    'ЅРRІNG10',
    'SPR\u200BING10',
    'spring١٠',
    'SPRING10 🎉',
    'Spríng10.',
  ];
  expect(new Set(await inSql('public.code_key(given)', spellings))).toEqual(new Set(['SPRING10']));
  // A letter that is dropped would make it another code.
  expect(await inSql('public.code_key(given)', ['ЖSPRING10'])).not.toEqual(['SPRING10']);
});

test('an order number is read from what people copy and read out', async () => {
  const spellings = [
    '73233794',
    '#73233794',
    '(73233794)',
    '№ 73233794',
    '７３２３３７９４',
    '7323 3794',
    'Order no. 73233794',
    'order number: 73233794',
    'Nr. 7323-3794',
    '“73233794”',
    '٧٣٢٣٣٧٩٤',
    'No.73233794.',
    '\u202A73233794\u202C',
  ];
  expect(new Set(spellings.map(orderNumber))).toEqual(new Set(['73233794']));
  expect(new Set(await inSql('public.order_number(given)', spellings))).toEqual(
    new Set(['73233794']),
  );
  const others = [
    '',
    'order',
    '0123',
    'SW1A 1AA',
    '73233794 Baker',
    'ada1@example.com',
    '1'.repeat(16),
  ];
  expect(new Set(others.map(orderNumber))).toEqual(new Set([null]));
});

describe('one person has the addresses of one mailbox:', () => {
  test.each([
    [
      'ada.lovelace@gmail.com',
      'adalovelace@gmail.com',
      'Ada.Love.Lace+hats@googlemail.com',
      ' ADALOVELACE@GMAIL.COM ',
    ],
    ['ada@example.com', 'Ada@Example.com', 'ada+news@example.com', 'ada+a+b@example.com'],
    ['ada.l@icloud.com', 'ada.l@me.com', 'ada.l+x@mac.com'],
    ['ada@proton.me', 'ada@protonmail.com', 'ada+x@pm.me'],
  ])('%s', async (...addresses) => {
    expect(new Set(await inSql('public.mail_person(given)', addresses)).size).toBe(1);
  });

  test('not those of other mailboxes', async () => {
    const addresses = [
      'ada.l@example.com',
      'adal@example.com',
      'a.dal@outlook.com',
      'adal@outlook.com',
      'adal@hotmail.com',
      '+a@example.com',
      '+b@example.com',
      '++c@example.com',
      'ada.l@icloud.com',
      'adal@icloud.com',
      'ada-l@gmail.com',
      'ada_l@gmail.com',
      'adal@gmail.com.example.com',
      'adal@notgmail.com',
      'adal@sub.gmail.com',
    ];
    expect(new Set(await inSql('public.mail_person(given)', addresses)).size).toBe(
      addresses.length,
    );
  });
});
