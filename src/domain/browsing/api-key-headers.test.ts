import { expect, test } from 'vitest';
import { apiKeyHeaders } from './api-key-headers.ts';

test.each(['sb_secret_abc', 'sb_publishable_abc'])(
  '%s is sent as apikey, never as a token',
  (key) => {
    expect(apiKeyHeaders(key)).toEqual({ apikey: key });
  },
);

test('an older project’s key is a token, and sent as one as well', () => {
  expect(apiKeyHeaders('eyJhbGciOi')).toEqual({
    apikey: 'eyJhbGciOi',
    Authorization: 'Bearer eyJhbGciOi',
  });
});
