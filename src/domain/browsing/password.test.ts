import { expect, test } from 'vitest';
import { namesOwner } from './password.ts';

test.each([
  ['lovelace', true],
  ['LoveLace ', true],
  ['ada.byron@example.com', true],
  ['Ada.Byron', true],
  ['lovelace1', false],
  ['correct horse', false],
])('%j is its owner’s name or e-mail: %s', (password, names) => {
  expect(namesOwner(password, 'Lovelace', 'ada.byron@example.com')).toBe(names);
});
