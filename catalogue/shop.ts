import { createClient } from '@supabase/supabase-js';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { isWebAddress, plainAddress } from '#domain/plain-address.ts';
import type { Database } from '#server/database.types.ts';
import { dataOf } from '#server/database.ts';
import type { ReadPage } from '#server/spreadsheets/exported-catalogue.ts';

const Settings = z.object({
  SUPABASE_URL: z
    .string('SUPABASE_URL is missing or is not a URL.')
    .refine(isWebAddress, { error: 'SUPABASE_URL is missing or is not a URL.' }),
  SUPABASE_SECRET_KEY: z
    .string('SUPABASE_SECRET_KEY is missing.')
    .min(1, 'SUPABASE_SECRET_KEY is missing.')
    .refine((key) => !key.startsWith('sb_publishable_'), {
      error: 'SUPABASE_SECRET_KEY must be the secret key (sb_secret_…), not the publishable one.',
    }),
});

/** supabase-js also sends the key as a bearer token, but keys of the current format (`sb_…`) are not tokens. */
const withoutKeyAsToken: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  if (headers.get('Authorization')?.startsWith('Bearer sb_')) headers.delete('Authorization');
  return fetch(input, { ...init, headers });
};

/**
 * Opens the configured shop with full access to its data.
 * @param settingsFile file of settings missing from the environment.
 * @throws Error in plain words when the settings are incomplete.
 */
export function openShop(settingsFile: string) {
  if (existsSync(settingsFile)) process.loadEnvFile(settingsFile);
  const { data: settings, error } = Settings.safeParse(process.env);
  if (error) {
    const problems = error.issues.map(({ message }) => message).join(' ');
    throw new Error(`The shop’s settings are incomplete (looked in ${settingsFile}). ${problems}`);
  }
  const address = plainAddress(settings.SUPABASE_URL);
  const client = createClient<Database>(address, settings.SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: withoutKeyAsToken },
  });
  return { address, client };
}

export type Shop = ReturnType<typeof openShop>;

/** Reads pages of the shop's catalogue. */
export function pagesOf({ client }: Shop): ReadPage {
  return async (p_offset, p_limit) =>
    dataOf(await client.rpc('export_catalogue', { p_offset, p_limit }));
}

/** The shop's categories. @throws Error in plain words when the database cannot be reached. */
export async function shopCategories({ address, client }: Shop) {
  const answer = await client
    .from('categories')
    .select('slug, name')
    .eq('kind', 'category')
    .is('archived_at', null)
    .order('position')
    .order('id');
  if (answer.error && /fetch failed|ECONNREFUSED/.test(answer.error.message)) {
    const hint = /127\.0\.0\.1|localhost/.test(address)
      ? 'Start the local shop with “npm run dev” first, or choose another shop with --settings.'
      : 'Is this machine online?';
    throw new Error(`The shop’s database at ${address} does not answer. ${hint}`);
  }
  if (answer.error && [401, 403].includes(answer.status)) {
    throw new Error(`The shop at ${address} rejects the key in SUPABASE_SECRET_KEY.`);
  }
  return dataOf(answer);
}
