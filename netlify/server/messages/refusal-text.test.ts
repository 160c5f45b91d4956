import { globSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { areas, refusalText } from './refusal-text.ts';

const schemas = globSync('supabase/schemas/**/*.sql')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** Every `raise` that answers a call, as it is in the schema. */
const raises = Array.from(schemas.matchAll(/raise sqlstate 'PT\d{3}'[^;]*;/g), ([raise]) => raise);

/** The states of a return, which are parts of reasons. */
const states = /create type public\.return_state as enum \(([^)]*)\)/.exec(schemas)?.[1] ?? '';
const returnStates = Array.from(states.matchAll(/'(\w+)'/g), ([, state]) => state);

/** The reasons that a `raise` may give. */
function reasonsOf(raise: string): string[] {
  const [, reason, state] = /hint = '(\w+)'( \|\| v_return\.state)?[,;]/.exec(raise) ?? [];
  if (reason === undefined) return [];
  return state === undefined ? [reason] : returnStates.map((of) => reason + of);
}

test('SQL refuses with a reason, and facts at most', () => {
  expect(raises.length).toBeGreaterThan(100);
  expect(raises.filter((raise) => reasonsOf(raise).length === 0)).toEqual([]);
  expect(raises.filter((raise) => raise.includes('message ='))).toEqual([]);
  // PostgreSQL's log has them.
  expect(
    raises.filter((raise) =>
      /e?mail|address|phone|username/.test(raise.replace(/hint = '\w+'/, '')),
    ),
  ).toEqual([]);
  expect(schemas).not.toContain("raise exception '");
});

test('each reason has words, each in one table, and no words are left over', () => {
  const worded = Object.values(areas).flatMap((table) => Object.keys(table));
  expect(worded.toSorted()).toEqual([...new Set(raises.flatMap(reasonsOf))].toSorted());
});

test('sentences begin with a capital letter and end with a full stop', () => {
  const sentences = Object.values(areas)
    .flatMap((table) => Object.values(table))
    .flatMap((words) => (typeof words === 'object' ? Object.values(words) : [words]))
    .filter((sentence) => typeof sentence === 'string');
  expect(sentences.filter((sentence) => !/^[A-Z].*[^.]\.$/.test(sentence))).toEqual([]);
});

test.each<[reason: string, facts: unknown, sentence: string]>([
  [
    'audience_changed',
    { people: 1 },
    '1 person is on the list now. Check the number before you send.',
  ],
  [
    'audience_changed',
    { people: 24 },
    '24 people are on the list now. Check the number before you send.',
  ],
  [
    'category_unknown',
    { category: 'caps' },
    'There is no category “caps”. Choose one that exists, or add it first.',
  ],
  [
    'facts_missing',
    [{ slug: 'cap', facts: ['material'] }],
    'cap has no material with the share of each fibre. The law requires it: until it is filled in, no page of the shop can be updated.',
  ],
  [
    'mass_archive',
    24,
    'This would archive more than a fifth of the products (24). Allow it first if it is intended.',
  ],
  [
    'number_twice',
    { tracking_number: 'A1', orders: [7, 7] },
    'Order 7 has the tracking number A1 twice. Nothing was sent.',
  ],
  [
    'price_jumps',
    [{ slug: 'cap', was: 5100, now: 510 }],
    'This would halve or double 1 price: cap £51.00 → £5.10. Allow it first if it is intended.',
  ],
  ['release_state', 'draft', 'Nothing was done, because this release is a draft.'],
  [
    'rename_taken',
    [{ slug: 'cap', colour: null, now: 'hat' }],
    'The shop already has one of the new names: hat. Choose another.',
  ],
  [
    'renamed_since',
    [
      { slug: 'cap', colour: null },
      { slug: 'hat', colour: 'Ink' },
    ],
    'Renamed in the shop since the export: cap; hat, Ink. Export again, then repeat your changes.',
  ],
  ['role_too_low', { roles: ['packer', 'manager'] }, 'Only packers and managers may do this.'],
  ['role_too_low', { roles: ['manager'] }, 'Only managers may do this.'],
  ['too_much', { of: 'goods', left_pence: 5 }, 'The deduction exceeds the price of the goods.'],
])('%s with %j reads “%s”', (reason, facts, sentence) => {
  expect(refusalText({ reason, facts }, 'staff')).toBe(sentence);
});

test('staff and shoppers read what each can do about it', () => {
  const refusal = { reason: 'already_left', facts: undefined };
  expect(refusalText(refusal, 'shopper')).toBe(
    'Your order has already left. You can return it when it has arrived.',
  );
  expect(refusalText(refusal, 'staff')).toBe(
    'Some of these pieces have already left or are cancelled.',
  );
});

test.each([
  { reason: 'unheard_of', facts: undefined },
  { reason: 'too_much', facts: { of: 'everything' } },
])(
  'a refusal without words or with unknown facts ($reason, $facts) reads as a generic sentence and is logged',
  (refusal) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(refusalText(refusal, 'staff')).toBe('This was not possible. Please try again.');
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  },
);
