import { useState } from 'react';

/**
 * Idempotency keys of a form, by what it sends: pressing again after a lost response acts once, and a changed input is
 * never answered as if the one before had been sent again.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const [keys] = useState(() => new Map<string, string>());
  return (content) => {
    const text = JSON.stringify(content);
    const key = keys.get(text) ?? crypto.randomUUID();
    keys.set(text, key);
    return key;
  };
}
