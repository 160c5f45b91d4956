import type { InputEvent } from 'react';
import { typedEmail } from '#domain/basics/typed-email.ts';

/**
 * Removes invisible characters pasted into an e-mail field, before the browser's validation rejects
 * them.
 */
export function keepVisible({ currentTarget }: InputEvent<HTMLInputElement>): void {
  const typed = typedEmail(currentTarget.value);
  if (typed !== currentTarget.value) currentTarget.value = typed;
}
