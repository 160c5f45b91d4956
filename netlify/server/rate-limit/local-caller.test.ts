import { expect, test, vi } from 'vitest';
import { shopEnvironment } from '#harness/test-keys.ts';

/** `isLocalCaller` with the database at an address; the environment is read once per module. */
async function withDatabaseAt(url: string) {
  vi.resetModules();
  for (const [name, value] of Object.entries(shopEnvironment(url, url))) vi.stubEnv(name, value);
  return (await import('./local-caller.ts')).isLocalCaller;
}

test.each(['http://127.0.0.1:54321', 'http://localhost:54321', 'http://[::1]:54321'])(
  'with the database at %s, callers on this machine are local and others are not',
  async (url) => {
    const isLocalCaller = await withDatabaseAt(url);
    for (const ip of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.0.1']) {
      expect(isLocalCaller(ip)).toBe(true);
    }
    for (const ip of ['', 'localhost', '198.18.0.1', '2001:db8::1', '127.0.0.1, 198.18.0.1']) {
      expect(isLocalCaller(ip)).toBe(false);
    }
  },
);

test('with a hosted database nobody is local', async () => {
  const isLocalCaller = await withDatabaseAt('https://project.supabase.co');
  expect(isLocalCaller('127.0.0.1')).toBe(false);
});
