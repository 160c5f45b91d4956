import type postgres from 'postgres';

/**
 * Makes this process's local Supabase Auth use cheap password hashes, because those of tests need not resist
 * guessing. Otherwise bcrypt's cost is 10, as in hosted projects.
 */
export function makePasswordsCheap(): void {
  process.env['LITE_AUTH_BCRYPT_COST'] = '4';
}

/** Does the same for the decoy account, whose hash is compared when a login names an unknown user. */
export async function makeDecoyCheap(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (changes) => {
    // Without guard_user.
    await changes`set local session_replication_role = replica`;
    // A bcrypt hash begins with "$2a$10$".
    await changes`
      update auth.users set encrypted_password = overlay(encrypted_password placing '04' from 5)
      where id = decoy_user()`;
  });
}
