import type { InputEvent } from 'react';
import { typedEmail } from '#domain/typed-email.ts';

/** Drops invisible marks from an e-mail field as they are pasted, before the browser's own check refuses them. */
export function keepVisible({ currentTarget }: InputEvent<HTMLInputElement>): void {
  const typed = typedEmail(currentTarget.value);
  if (typed !== currentTarget.value) currentTarget.value = typed;
}
