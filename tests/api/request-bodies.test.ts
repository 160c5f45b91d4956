import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { call, type Reply } from '../support/call.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { newShopper } from '../support/shopper.ts';
import { bodiesOf, expectPlainRefusal, writingCalls } from '../support/writing-calls.ts';

const { backend, shop } = await openBackend();
const shopper = await newShopper(backend);
const bodies = bodiesOf(shopper.id, await shop.newSku(50));

const prototypeKey = '{"__proto__":{"user":1}}';

/** Calls that take pictures, which are larger than other bodies. */
const withPicture = new Set<string>(['/api/return-photos/add', '/api/review/photo']);

/** Calls that ignore their body, and therefore accept unknown keys. */
const wantNothing = writingCalls.filter((path) => Object.keys(bodies[path]).length === 0);

test.each(wantNothing)('POST %s ignores a hostile key', async (path) => {
  const send = async (raw: string) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await call(backend.origin + path, { raw, headers, token: shopper.token });
    return { status: reply.status, body: reply.body };
  };
  expect(await send(prototypeKey)).toEqual(await send('{}'));
});

/** Sends a body on its own connection, because the server may close it while we are still sending. */
function upload(address: string, text: string, sized: boolean, token: string) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sending = request(address, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...(sized && { 'content-length': String(Buffer.byteLength(text)) }),
      },
    });
    let answered = false;
    sending.on('response', (answer) => {
      answered = true;
      let body = '';
      answer.on('data', (piece: Buffer) => {
        body += piece.toString();
      });
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    });
    sending.on('error', (error) => {
      if (!answered) reject(error);
    });
    if (!sized) sending.flushHeaders();
    sending.end(text);
  });
}

describe.each(writingCalls)('POST %s refuses', (path) => {
  let rows: Record<string, string>;
  beforeAll(async () => {
    rows = await markOfAllRows(backend.database);
  });

  async function refused(raw: BodyInit, type: string | null, status: number): Promise<Reply> {
    const headers = { 'content-type': type ?? '' };
    const reply = await call(backend.origin + path, { raw, headers, token: shopper.token });
    expectPlainRefusal(reply, status);
    return reply;
  }
  const json = 'application/json';

  test.each(['{', '', 'null,', '{"a":1}}', '\u0000', 'undefined', '[1,]', '['.repeat(90_000)])(
    'malformed JSON, case %#',
    async (raw) => {
      const { body } = await refused(raw, json, 400);
      expect(body).toEqual({ detail: 'The request is not valid JSON.' });
    },
  );

  test('bytes that are not UTF-8', async () => {
    const raw = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
    const { body } = await refused(raw, json, 400);
    expect(body).toEqual({ detail: 'The request is not valid JSON.' });
  });

  const foreignKey = wantNothing.includes(path) ? [] : [prototypeKey];
  test.each(['null', '5', '"text"', 'true', '[null]', '[[]]', ...foreignKey])(
    'the JSON %s',
    async (raw) => {
      expect((await refused(raw, json, 400)).status).toBe(400);
    },
  );

  test.each([
    ['that says how long it is', true],
    ['that does not', false],
  ])('a megabyte %s', async (_name, sized) => {
    const text = JSON.stringify({
      more: 'x'.repeat(withPicture.has(path) ? 7_000_000 : 1_000_000),
    });
    const { status, body } = await upload(backend.origin + path, text, sized, shopper.token);
    expect(status).toBe(413);
    expect(JSON.parse(body)).toEqual({ detail: 'The request is too large.' });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('the type %s', async (type) => {
    const { body } = await refused(JSON.stringify(bodies[path]), type, 415);
    expect(body).toEqual({ detail: 'Send the request as application/json.' });
  });

  test('each of its fields as null, as a list, as an object and missing', async () => {
    const good: object = bodies[path];
    if (Array.isArray(good)) return;
    for (const [field] of Object.entries(good)) {
      for (const wrong of [null, [null], { a: 1 }, undefined]) {
        const raw = JSON.stringify({ ...good, [field]: wrong });
        const { body } = await refused(raw, json, 400);
        expect(body).toEqual(expect.objectContaining({ [field]: expect.any(Array) }));
      }
    }
  });

  // Compared once for all of them, because that takes several times as long as a refusal.
  test('all of them without changing a row', async () => {
    expect(await markOfAllRows(backend.database)).toEqual(rows);
  });
});

test.each(writingCalls)(
  'POST %s takes hostile text in any field without a server error',
  async (path) => {
    const good: object = bodies[path];
    const hostile = [
      `'; drop table orders; --`,
      '\u0000',
      '\ud800',
      '\u202e\u0007',
      '<script>alert(1)</script>',
      '${7*7}{{7*7}}',
      '../../../../etc/passwd',
      '%00%0d%0aSet-Cookie: a=b',
      '__proto__',
      '9'.repeat(400),
      'x'.repeat(60_000),
    ];
    for (const field of Array.isArray(good) ? [] : Object.keys(good)) {
      for (const text of hostile) {
        const reply = await call(backend.origin + path, {
          json: { ...good, [field]: text },
          token: shopper.token,
        });
        expect(reply.status).toBeLessThan(500);
        expect(reply.headers.get('set-cookie')).toBeNull();
        expect(JSON.stringify(reply.body)).not.toMatch(/node_modules|syntax error|PGRST/);
      }
    }
  },
);
