import type { StaffRole } from '#domain/enums.ts';
import type { Backend } from './backend.ts';
import type { FreshDatabase } from './fresh-database.ts';
import { newShopper, type Shopper } from './shopper.ts';

const names: Partial<Record<StaffRole, string>> = {
  packer: 'Percy',
  marketer: 'Mary',
  manager: 'Morag',
};

/** Makes an account a member of staff, directly in the database. Returns the staff id. */
export async function hire(
  { sql }: Pick<FreshDatabase, 'sql'>,
  user: string,
  role: StaffRole,
  name = names[role] ?? 'Robin',
): Promise<number> {
  const [{ id }] = await sql<[{ id: number }]>`
    insert into staff (user_id, name, role) values (${user}, ${name}, ${role}) returning id::int`;
  return id;
}

/** A new member of staff who has just logged in, with a shopper's calls. */
export async function newStaff(
  backend: Pick<Backend, 'origin' | 'database'>,
  role: StaffRole,
): Promise<Shopper> {
  const person = await newShopper(backend, { billing: false });
  await hire(backend.database, person.id, role);
  return person;
}

/** Makes a login old: after half an hour it may no longer move money. */
export async function ageLogin(
  { sql }: Pick<FreshDatabase, 'sql'>,
  user: string,
  minutes = 31,
): Promise<void> {
  await sql`
    update auth.sessions set created_at = now() - make_interval(mins => ${minutes}) where user_id = ${user}`;
}

/** Ends a member of staff's access. */
export async function dismiss({ sql }: Pick<FreshDatabase, 'sql'>, user: string): Promise<void> {
  await sql`update staff set until = now() where user_id = ${user} and until is null`;
}
