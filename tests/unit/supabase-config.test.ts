import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { otpLength } from '#local/second-factors/recovery-link.ts';
import { projectFolder } from '#local/settings.ts';

const Config = z.object({
  auth: z.object({ site_url: z.string(), email: z.object({ otp_length: z.int() }) }),
});

test('supabase config push requires the shop’s URL, so that no reset link leads to localhost', () => {
  const text = readFileSync(path.join(projectFolder, 'supabase/config.toml'), 'utf8');
  expect(Config.parse(parse(text)).auth.site_url).toBe('env(SITE_URL)');
  expect(text).not.toMatch(/localhost|127\.0\.0\.1/);
});

test('Auth’s own codes are too long to be guessed, hosted and on a developer’s machine', () => {
  const text = readFileSync(path.join(projectFolder, 'supabase/config.toml'), 'utf8');
  expect(Config.parse(parse(text)).auth.email.otp_length).toBe(10);
  expect(otpLength).toBe(10);
});
