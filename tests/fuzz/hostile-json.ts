import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

/** Texts with a special meaning to a database, a page, a shell or a parser. */
export const hostileTexts = [
  `'; drop table orders; --`,
  `' or '1'='1`,
  `1); delete from profiles where (1=1`,
  `\\`,
  `$$; select pg_sleep(5); $$`,
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `</script><script>alert(1)</script>`,
  '${7*7}{{7*7}}',
  '../../../../etc/passwd',
  '%00%0d%0aSet-Cookie: a=b',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '1e999',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfff\ud800b',
  '\u202eevil\u202c',
  '\u2028\u2029',
  '\ufeff',
  '\u200b',
  '\ufdfa'.repeat(40),
  'e\u0301'.repeat(100),
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
  '',
  ' ',
  '\t\n',
];

/** Numbers in valid and invalid JSON notation. */
const numberTexts = [
  ['0', '-0', '-1', '1.5', '0.001', '24.505', '2147483648', '9007199254740992'],
  ['9007199254740993', '9223372036854775807', '9223372036854775808', '1e308', '1e999'],
  ['-1e999', '1e-999', '9'.repeat(400), 'NaN', 'Infinity', '01', '1.', '.5', '0x10', '1_000'],
].flat();

const pollution = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"__proto__":null,"toString":1,"valueOf":1,"then":1}',
  '{"$ne":null}',
  '{"toJSON":"x","length":-1}',
];

function nested(open: string, close: string): Arbitrary<string> {
  return fc.constantFrom(1, 10, 1000, 20_000).map((n) => open.repeat(n) + close.repeat(n));
}

const anyText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc
    .tuple(fc.constantFrom('x', '9', '\u{1f600}', ' ', "'"), fc.constantFrom(51, 256, 5000, 60_000))
    .map(([text, times]) => text.repeat(times)),
);

/** Any value as it appears in a body. Some are not valid JSON. */
export const valueText: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('null', 'true', 'false', '[]', '{}', '[null]', '""') },
  { weight: 4, arbitrary: anyText.map((text) => JSON.stringify(text)) },
  { weight: 3, arbitrary: fc.constantFrom(...numberTexts) },
  { weight: 1, arbitrary: fc.oneof(fc.double().map(String), fc.bigInt().map(String)) },
  { weight: 1, arbitrary: fc.constantFrom(...pollution) },
  { weight: 1, arbitrary: fc.oneof(nested('[', ']'), nested('{"a":', '}'), nested('[', '')) },
  { weight: 3, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
);

/** A superfluous key. */
export const oddKey = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'then', 'length', 'status'),
  fc.constantFrom(...hostileTexts),
  fc.string(),
);
