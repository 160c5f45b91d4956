/**
 * Lets the local Supabase Auth of this process make password hashes that are quick to compare: those
 * of tests need not be costly to guess. Bcrypt's cost is 10 otherwise, as in hosted projects.
 */
export function makePasswordsCheap(): void {
  process.env['LITE_AUTH_BCRYPT_COST'] = '4';
}
