import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { maxBodyBytes } from '#server/request-body.ts';
import type { Call, Right } from './calls.ts';
import { fitting } from './fitting.ts';
import { hostileTexts, valueText } from './hostile-json.ts';
import { nearlyValid } from './near-valid.ts';

/** A request as sent, in a form that is readable in failure messages. */
export interface Sent {
  method: string;
  /** Path and query. */
  address: string;
  /** Names may repeat. */
  headers: [string, string][];
  body: string | Uint8Array | null;
  /** The client address reported by Netlify. */
  ip: string;
}

const json: string = 'application/json';

/** Bodies near a valid one, or near one that fits its contract. */
function jsonText({ json: body, asked }: Right): Arbitrary<string | Uint8Array> {
  const text = JSON.stringify(body);
  const sized = fc
    .tuple(fc.constantFrom(-1, 0, 1, 400_000), fc.constantFrom(' ', 'é'))
    .map(([beyond, filler]) => {
      const room = maxBodyBytes + beyond - Buffer.byteLength(text);
      return text + filler.repeat(Math.max(room / Buffer.byteLength(filler), 0));
    });
  const broken = fc
    .tuple(fc.nat(200), fc.constantFrom('', '}', ',', '\u0000', '//', '\ufeff'))
    .map(([cut, tail]) => text.slice(0, cut) + tail);
  const valid = asked ? fitting(asked, body) : fc.constant(body);
  return fc.oneof(
    { weight: asked ? 4 : 0, arbitrary: valid.map((value) => JSON.stringify(value)) },
    { weight: 12, arbitrary: valid.chain(nearlyValid) },
    { weight: 3, arbitrary: valueText },
    { weight: 1, arbitrary: fc.constantFrom(text, `\ufeff${text}`) },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: sized },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
  );
}

/** Bodies near one that is not JSON: cut, doubled or replaced. */
function rawBody(raw: string | Uint8Array): Arbitrary<string | Uint8Array> {
  return fc.oneof(
    fc.nat(raw.length).map((cut) => raw.slice(0, cut)),
    fc.constantFrom(raw, Buffer.concat([Buffer.from(raw), Buffer.from(raw)])),
    valueText,
    fc.uint8Array({ maxLength: 40 }),
  );
}

function bodyOf(right: Right): Arbitrary<string | Uint8Array | null> {
  if (right.raw !== undefined) return rawBody(right.raw);
  return right.json === undefined ? fc.option(valueText) : jsonText(right);
}

const contentTypes: Arbitrary<string[]> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<string[]>([json]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<string[]>(
      [],
      [''],
      [json, json],
      [json, 'text/plain'],
      ['text/plain', json],
      ['APPLICATION/JSON ; charset=utf-16'],
      [`${json};charset="`],
      [`${json};`.repeat(100)],
      ['text/plain'],
      ['multipart/form-data; boundary=x'],
      ['application/x-www-form-urlencoded'],
      ['application/json\u00e9'],
    ),
  },
);

const part = fc.oneof(
  valueText.map((text) => Buffer.from(text.slice(0, 500)).toString('base64url')),
  fc
    .record(
      {
        alg: fc.constantFrom<unknown>('HS256', 'none', 'RS256', '', null, 5, ['HS256']),
        typ: fc.constantFrom<unknown>('JWT', null, {}),
        crit: fc.constantFrom<unknown>(['b64'], [], 'b64', [null]),
        b64: fc.constantFrom<unknown>(false, null, 'x'),
        zip: fc.constantFrom<unknown>('DEF', 1),
        exp: fc.constantFrom<unknown>(4e9, 1e308, -1, 'soon', null),
        sub: fc.constantFrom<unknown>('', null, {}, `' or 1=1`),
      },
      { requiredKeys: [] },
    )
    .map((claims) => Buffer.from(JSON.stringify(claims)).toString('base64url')),
  fc.constantFrom('', '.', '=', '~~~', 'a'.repeat(600)),
);
const forged = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'));

/** @param others tokens of unrelated shoppers. */
function authorizations(own: string | undefined, others: string[]): Arbitrary<string[]> {
  const odd = fc.oneof(
    fc.constantFrom<string[]>([], [''], ['Bearer'], ['Bearer '], ['Basic YTpi'], ['bearer null']),
    forged.map((token) => [`Bearer ${token}`]),
    fc.tuple(forged, forged).map((both) => both.map((token) => `Bearer ${token}`)),
  );
  if (own === undefined) return odd;
  const bent = forged.chain((other) =>
    fc.constantFrom<string[]>(
      [own],
      [`Bearer  ${own}`],
      [`Bearer ${own} `],
      [`bearer ${own}=`],
      [`Bearer ${own.slice(0, -3)}`],
      [`Bearer ${own}`, `Bearer ${own}`],
      [`Bearer ${own}, Bearer ${other}`],
    ),
  );
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant<string[]>([`Bearer ${own}`]) },
    { weight: 2, arbitrary: fc.constantFrom(own, ...others).map((token) => [`Bearer ${token}`]) },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: bent },
  );
}

/** Headers that proxies, caches and frameworks interpret. */
const oddHeaders: Arbitrary<[string, string][]> = fc.array(
  fc.constantFrom<[string, string]>(
    ['accept', 'text/html'],
    ['accept', '*/*;q='],
    ['accept-encoding', 'br;q=9'],
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['referer', `https://evil.example/?${'a'.repeat(1500)}`],
    ['cookie', `a=b; __proto__=c; ${'d'.repeat(1500)}=e`],
    ['x-forwarded-for', "1.2.3.4', ('x"],
    ['x-nf-client-connection-ip', `' or 1=1`],
    ['x-forwarded-host', 'evil.example'],
    ['x-http-method-override', 'DELETE'],
    ['content-encoding', 'gzip'],
    ['range', 'bytes=0-,1-'],
    ['if-none-match', '*'],
    ['apikey', 'sb_secret_guessed'],
    ['stripe-signature', 't=1,v1=00'],
    ['idempotency-key', '__proto__'],
  ),
  { maxLength: 3 },
);

const segment = fc.oneof(
  fc.nat(30).map(String),
  fc.constantFrom('0', '-1', '01', '1e0', '0x1', '1.0', '9'.repeat(15), '9'.repeat(40), '２'),
  fc.constantFrom('%00', '%ff', '%2F', '%', '%25', '1;drop', "1'--", 'null', '__proto__'),
  fc.constantFrom(...hostileTexts).map((text) => encodeURIComponent(text.toWellFormed()) || '0'),
);

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom('session_id', 'checkout', 'ids', '__proto__', 'session_id[]', ''),
      fc.oneof(
        fc.constantFrom('cs_test_1', 'cs_live_%00', 'cs_test_../..', `cs_test_${'a'.repeat(300)}`),
        fc.array(segment, { maxLength: 4 }).map((parts) => parts.join(',')),
        fc.constantFrom('1,'.repeat(300), '1,1,1', ',,', '1e308', 'Infinity'),
      ),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

function addressOf({ method, address, asked }: Right): Arbitrary<string> {
  const [path = '', given = ''] = address.split('?');
  const sample = Object.fromEntries(new URLSearchParams(given));
  const fit = asked && method === 'GET' ? fitting(asked, sample) : fc.constant(sample);
  const valid = fit.map((fields) => {
    const texts = Object.entries(fields ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const search = new URLSearchParams(texts).toString();
    return search ? `${path}?${search}` : path;
  });
  return fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 1, arbitrary: fc.constant(address.replace(/(\?|$)/, '/$1')) },
    {
      weight: method === 'GET' ? 6 : 1,
      arbitrary: fc
        .tuple(segment, query)
        .map(([last, odd]) => `${path.replace(/\/\d+$/, `/${last}`)}?${odd}`),
    },
  );
}

function methodOf({ method }: Right): Arbitrary<string> {
  const others = ['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'get'];
  return fc.oneof(
    { weight: 20, arbitrary: fc.constant<string>(method) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

function madeOf(call: Call, right: Right): Arbitrary<Sent> {
  return fc
    .record({
      method: methodOf(right),
      address: addressOf(right),
      types: contentTypes,
      authorization: authorizations(right.token, call.others),
      odd: oddHeaders,
      cookie: fc.constantFrom(right.cookie, right.cookie, undefined),
      body: bodyOf(right),
      isSigned: fc.boolean(),
      ip: fc.oneof(fc.ipV4(), fc.ipV6()),
    })
    .map(({ method, address, types, authorization, odd, cookie, body, isSigned, ip }) => {
      const carries = !/^(get|head)$/i.test(method) && body !== null;
      const signed = isSigned && typeof body === 'string' ? call.sign?.(body) : undefined;
      const more: [string, string][] = signed ? Object.entries(signed) : odd;
      return {
        method,
        address,
        headers: [
          ...types.map((type): [string, string] => ['content-type', type]),
          ...authorization.map((value): [string, string] => ['authorization', value]),
          ...(cookie === undefined ? [] : [['cookie', cookie] satisfies [string, string]]),
          ...more,
        ],
        body: carries ? body : null,
        ip,
      };
    });
}

/** Requests to a call that are invalid in some way, or nearly so. */
export function hostileRequest(call: Call): Arbitrary<Sent> {
  return fc.oneof(...call.rights.map((right) => madeOf(call, right)));
}
