import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type StaffRole, staffRoles } from '#domain/enums.ts';
import { londonTime } from '#domain/basics/london-clock.ts';
import { type CommandShop, failureText, openShop } from '#server/command-shop.ts';
import { DatabaseRefusal, dataOf } from '#server/database.ts';
import { refusalText } from '#server/messages/refusal-text.ts';

const usage = `Usage:
  npm run staff -- list                            lists who may use the studio
  npm run staff -- add EMAIL --role packer         may pack and dispatch
  npm run staff -- add EMAIL --role marketer       may change catalogue, pages and mailings
  npm run staff -- add EMAIL --role manager        may do both, cancel, refund and decide
  npm run staff -- remove EMAIL                    revokes access at once
  npm run staff -- reset-factor EMAIL              removes their authenticator app, for a lost phone

EMAIL belongs to an account: people first register at the shop and confirm their address. A new role
replaces the previous one. add shows the account and asks for confirmation.

Options:
  --yes              adds without asking, for scripts
  --settings FILE    settings of the shop to use (default: .env)`;

async function list({ database }: CommandShop): Promise<void> {
  const people = dataOf(await database.rpc('staff_at_work'));
  if (people.length === 0) console.log('Nobody has access to the studio yet.');
  for (const { name, role, since, email, has_second_factor } of people) {
    const app = has_second_factor ? 'with an authenticator app' : 'no authenticator app';
    console.log(`${role.padEnd(8)} ${name}, ${email}, since ${londonTime(since).day}, ${app}`);
  }
}

/** Asks on the terminal. @throws Error without a terminal. */
async function isConfirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error('Nothing was changed. Run it again with --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** @param sure whether to add the account without asking. */
async function add(
  { database }: CommandShop,
  email: string,
  role: StaffRole,
  sure: boolean,
): Promise<void> {
  const [account] = dataOf(await database.rpc('staff_candidate', { p_email: email }));
  if (!account) throw new Error(`${email} has no account.`);
  const days = Math.floor((Date.now() - Date.parse(account.registered_at)) / 86_400_000);
  console.log(
    `${email} is the account “${account.username}”, ${days === 1 ? '1 day' : `${days} days`} old.`,
  );
  if (!sure && !(await isConfirmed(`Let “${account.username}” work as ${role}?`))) {
    console.log('Nothing was changed.');
    return;
  }
  const done = dataOf(await database.rpc('add_staff', { p_email: email, p_role: role }));
  const texts: Record<string, string> = {
    added: `${email} is now a ${role}. The studio is at /studio.`,
    changed: `${email} is now a ${role}.`,
  };
  console.log(texts[done] ?? `${email} is already a ${role}. Nothing was changed.`);
}

async function remove({ database }: CommandShop, email: string): Promise<void> {
  const ended = dataOf(await database.rpc('remove_staff', { p_email: email }));
  console.log(
    ended
      ? `${email} no longer has access to the studio.`
      : `${email} has no access to the studio. Nothing was changed.`,
  );
}

async function resetFactor({ database }: CommandShop, email: string): Promise<void> {
  const had = dataOf(await database.rpc('reset_second_factor', { p_email: email }));
  const ended = 'They have been logged out everywhere.';
  console.log(
    had
      ? `The authenticator app of ${email} is removed. They now log in to the studio with only their password. ${ended}`
      : `${email} had no authenticator app. ${ended}`,
  );
}

/** @returns whether the arguments were understood. */
async function run(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      role: { type: 'string' },
      settings: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  const [task, email = '', ...more] = positionals;
  const wanted = { list: 0, add: 1, remove: 1, 'reset-factor': 1 }[task ?? ''];
  const understood = wanted !== undefined && more.length === 0 && (email === '' ? 0 : 1) === wanted;
  if (values.help || !understood) {
    (values.help ? console.log : console.error)(usage);
    return values.help;
  }
  const role = staffRoles.find((one) => one === values.role);
  if (task === 'add' && !role) {
    throw new Error(`--role must be one of ${staffRoles.join(', ')}.\n\n${usage}`);
  }
  if (task !== 'add' && values.role !== undefined) {
    throw new Error(`--role only works with add.\n\n${usage}`);
  }
  if (task !== 'add' && values.yes) throw new Error(`--yes only works with add.\n\n${usage}`);
  if (wanted === 1 && !/^\S+@\S+$/.test(email))
    throw new Error(`“${email}” is not an e-mail address.`);
  const shop = openShop(values.settings);
  console.log(`The shop at ${shop.address}`);
  if (task === 'list') await list(shop);
  else if (task === 'remove') await remove(shop, email);
  else if (task === 'reset-factor') await resetFactor(shop, email);
  else if (role) await add(shop, email, role, values.yes);
  return true;
}

function plainly(error: unknown): string {
  return error instanceof DatabaseRefusal ? refusalText(error, 'staff') : failureText(error);
}

/** Runs the command with the arguments and the environment of this process. @returns the exit code. */
export async function main(): Promise<number> {
  try {
    return (await run()) ? 0 : 1;
  } catch (error) {
    console.error(plainly(error));
    return 1;
  }
}
