import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type postgres from 'postgres';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { projectFolder } from './settings.ts';

const supabaseFolder = path.join(projectFolder, 'supabase');
const Config = z.object({
  db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()) }) }),
});

/** Paths of all migrations, oldest first. */
export function migrationFiles(): string[] {
  const folder = path.join(supabaseFolder, 'migrations');
  return readdirSync(folder)
    .toSorted()
    .map((name) => path.join(folder, name));
}

/** Paths of the schema files, in the order of `supabase/config.toml`. */
export function schemaFiles(): string[] {
  const config = readFileSync(path.join(supabaseFolder, 'config.toml'), 'utf8');
  const { schema_paths: paths } = Config.parse(parse(config)).db.migrations;
  return paths.map((name) => path.join(supabaseFolder, name));
}

/** The schema's owner, standing in for a hosted project's `postgres`: not a superuser. */
export const owner = 'shop_owner';

/**
 * Drops the contents of schema `public` and recreates them from SQL files, as in a hosted project: with
 * default privileges, and as an owner who is not a superuser. The local API has already granted its roles
 * everything; a hosted one relies on these grants.
 * @param mayAddPolicies whether the owner may add policies to Storage's tables, as an extension of hosted
 *   projects allows (supautils.policy_grants).
 */
export async function refillSchema(
  sql: postgres.Sql,
  files: readonly string[],
  mayAddPolicies = true,
): Promise<void> {
  const roles = 'anon, authenticated, service_role';
  const connection = await sql.reserve();
  try {
    await connection.unsafe(`
      do $$ begin create role ${owner} bypassrls;
      exception when duplicate_object or unique_violation then null; end $$;
      alter default privileges grant execute on functions to public;
      drop schema public cascade;
      create schema public authorization ${owner};
      grant usage on schema public to ${roles};
      grant usage on schema auth to ${owner} with grant option;
      grant all on all tables in schema auth to ${owner};
      grant usage on schema storage to ${owner};
      grant all on all tables in schema storage to ${owner};
      alter table storage.objects owner to ${mayAddPolicies ? owner : 'current_user'};
      alter default privileges for role ${owner} grant execute on functions to public;
      alter default privileges for role ${owner} in schema public grant all on tables to ${roles};
      alter default privileges for role ${owner} in schema public grant all on sequences to ${roles};
      alter default privileges for role ${owner} in schema public grant all on functions to ${roles};
      set role ${owner};`);
    for (const file of files) await connection.unsafe(readFileSync(file, 'utf8'));
    await connection.unsafe('reset role');
  } finally {
    connection.release();
  }
}
