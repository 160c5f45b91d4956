import { expect, test } from 'vitest';
import { isSigned, messageSignature } from './webhook-signature.ts';

const secret = `whsec_${Buffer.from('a key of the tests, no more').toString('base64')}`;
const other = `whsec_${Buffer.from('somebody else’s').toString('base64')}`;
const body = Buffer.from('{"type":"email.bounced"}');
const now = 1_795_000_000_000;

function headersOf(change: Record<string, string> = {}): Headers {
  const timestamp = String(now / 1000);
  return new Headers({
    'svix-id': 'msg_1',
    'svix-timestamp': timestamp,
    'svix-signature': messageSignature(secret, 'msg_1', timestamp, body),
    ...change,
  });
}

test('the scheme is the one that Svix documents', () => {
  const signature = messageSignature(
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    '1614265330',
    Buffer.from('{"test": 2432232314}'),
  );
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('a webhook with a valid signature for its own bytes is accepted, also as the second of two', () => {
  expect(isSigned(headersOf(), body, secret, now)).toBe(true);
  const both = `v1,bm9uZQ== ${headersOf().get('svix-signature')}`;
  expect(isSigned(headersOf({ 'svix-signature': both }), body, secret, now)).toBe(true);
});

test.each<[string, Headers, Buffer, string, number]>([
  ['another secret', headersOf(), body, other, now],
  ['other bytes', headersOf(), Buffer.from('{"type":"email.sent"}'), secret, now],
  ['another id', headersOf({ 'svix-id': 'msg_2' }), body, secret, now],
  ['no id', headersOf({ 'svix-id': '' }), body, secret, now],
  ['another time', headersOf({ 'svix-timestamp': String(now / 1000 + 1) }), body, secret, now],
  ['no time', headersOf({ 'svix-timestamp': 'now' }), body, secret, now],
  ['a replay', headersOf(), body, secret, now + 301_000],
  ['a time to come', headersOf(), body, secret, now - 301_000],
  ['no signature', headersOf({ 'svix-signature': '' }), body, secret, now],
])('%s is refused', (_name, headers, bytes, key, at) => {
  expect(isSigned(headers, bytes, key, at)).toBe(false);
});
