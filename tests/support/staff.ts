import type { StaffRole } from '#domain/wire/staff-me.ts';
import type { Backend } from './backend.ts';
import type { FreshDatabase } from './fresh-database.ts';
import { newShopper, type Shopper } from './shopper.ts';

/** Has somebody with an account work for the shop, straight in the database. Returns their id among staff. */
export async function hire(
  { sql }: Pick<FreshDatabase, 'sql'>,
  user: string,
  role: StaffRole,
  name = { packer: 'Percy', marketer: 'Mary', manager: 'Morag' }[role],
): Promise<number> {
  const [{ id }] = await sql<[{ id: number }]>`
    insert into staff (user_id, name, role) values (${user}, ${name}, ${role}) returning id::int`;
  return id;
}

/** Somebody new who works for the shop and has just logged in; their calls are those of a shopper. */
export async function newStaff(
  backend: Pick<Backend, 'origin' | 'database'>,
  role: StaffRole,
): Promise<Shopper> {
  const person = await newShopper(backend, { billing: false });
  await hire(backend.database, person.id, role);
  return person;
}

/** Lets somebody have logged in some time ago: half an hour is too long for what moves money. */
export async function ageLogin(
  { sql }: Pick<FreshDatabase, 'sql'>,
  user: string,
  minutes = 31,
): Promise<void> {
  await sql`
    update auth.sessions set created_at = now() - make_interval(mins => ${minutes}) where user_id = ${user}`;
}

/** Lets somebody have stopped working for the shop. */
export async function dismiss({ sql }: Pick<FreshDatabase, 'sql'>, user: string): Promise<void> {
  await sql`update staff set until = now() where user_id = ${user} and until is null`;
}
