import type postgres from 'postgres';

/** The schema's owner, standing in for a hosted project's `postgres`: not a superuser. */
export const owner = 'shop_owner';

/**
 * Drops the contents of the shop's schemas and recreates them from migrations, as in a hosted project: with
 * default privileges, and as an owner who is not a superuser. The local API has already granted its roles
 * everything; a hosted one relies on these grants.
 * @param mayAddPolicies whether the owner may add policies to Storage's tables, as an extension of hosted
 *   projects allows (supautils.policy_grants).
 */
export async function refillSchema(
  sql: postgres.Sql,
  migrations: readonly { sql: string }[],
  mayAddPolicies = true,
): Promise<void> {
  const roles = 'anon, authenticated, service_role';
  const connection = await sql.reserve();
  try {
    await connection.unsafe(`
      do $$ begin create role ${owner} bypassrls;
      exception when duplicate_object or unique_violation then null; end $$;
      alter default privileges grant execute on functions to public;
      drop schema if exists invariants cascade;
      drop schema public cascade;
      create schema public authorization ${owner};
      do $$ begin execute format('grant create on database %I to ${owner}', current_database()); end $$;
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
    for (const { sql: text } of migrations) await connection.unsafe(text);
    await connection.unsafe('reset role');
  } finally {
    connection.release();
  }
}
