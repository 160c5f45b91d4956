import { PostgrestClient } from '@supabase/postgrest-js';
import { apiKeyHeaders } from '#domain/browsing/api-key-headers.ts';
import type { StaffRole } from '#domain/enums.ts';
import { dataOf } from '#server/database.ts';
import type { ShopDatabase } from '#server/database-shapes.ts';

/** Login of a member of staff. */
export interface LocalLogin {
  username: string;
  password: string;
}

const people: readonly (LocalLogin & { role: StaffRole })[] = [
  { username: 'packer', role: 'packer', password: 'boxes on this machine' },
  { username: 'marketer', role: 'marketer', password: 'pages on this machine' },
  { username: 'manager', role: 'manager', password: 'money on this machine' },
];

/**
 * Creates a member of staff for each role in the local database, unless they exist.
 * @param secretKey secret key of the local stack. Never called for a hosted project: these passwords are
 *   public.
 * @throws Error when an account with such a name belongs to another address.
 */
export async function makeLocalStaff(
  supabaseUrl: string,
  secretKey: string,
): Promise<readonly LocalLogin[]> {
  const headers = apiKeyHeaders(secretKey);
  const database = new PostgrestClient<ShopDatabase>(`${supabaseUrl}/rest/v1`, { headers });
  const atWork = dataOf(await database.rpc('staff_at_work'));
  const there = new Set(atWork.map(({ email }) => email));
  for (const { username, role, password } of people) {
    const email = `${username}@minicia.example`;
    if (!there.has(email)) {
      // Refused if the account exists; the next call checks that it does.
      await fetch(`${supabaseUrl}/auth/v1/signup`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, data: { username } }),
      });
      const user = dataOf(await database.rpc('account_of_email', { p_email: email }));
      dataOf(await database.rpc('prove_address', { p_user: user, p_keep_password: true }));
      dataOf(await database.rpc('add_staff', { p_email: email, p_role: role }));
    }
  }
  return people.map(({ username, password }) => ({ username, password }));
}
