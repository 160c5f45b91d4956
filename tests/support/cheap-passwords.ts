import type postgres from 'postgres';

/**
 * Lets the local Supabase Auth of this process make password hashes that are quick to compare: those
 * of tests need not be costly to guess. Bcrypt's cost is 10 otherwise, as in hosted projects.
 */
export function makePasswordsCheap(): void {
  process.env['LITE_AUTH_BCRYPT_COST'] = '4';
}

/** The same for the account whose password is compared where a login names nobody. */
export async function makeDecoyCheap(sql: postgres.Sql): Promise<void> {
  // A hash begins "$2a$10$".
  await sql`
    update auth.users set encrypted_password = overlay(encrypted_password placing '04' from 5)
    where email = 'nobody@invalid.example'`;
}
