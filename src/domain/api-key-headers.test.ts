import { expect, test } from 'vitest';
import { apiKeyHeaders } from './api-key-headers.ts';

test.each(['sb_secret_abc', 'sb_publishable_abc'])(
  '%s is sent as apikey, never as a token',
  (key) => {
    expect(apiKeyHeaders(key)).toEqual({ apikey: key });
  },
);

test('the key of an older project is a token, and sent as one too', () => {
  expect(apiKeyHeaders('eyJhbGciOi')).toEqual({
    apikey: 'eyJhbGciOi',
    Authorization: 'Bearer eyJhbGciOi',
  });
});
