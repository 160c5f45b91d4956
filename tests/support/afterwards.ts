import { vi } from 'vitest';

const pending: Promise<unknown>[] = [];
const waitUntil = (work: Promise<unknown>) => void pending.push(work);

// As on Netlify, functions say what they go on with after their answers.
vi.stubGlobal('Netlify', { context: { waitUntil } });

/** Until all is done that functions have gone on with after their answers. */
export async function afterwardsDone(): Promise<void> {
  while (pending.length > 0) await Promise.all(pending.splice(0));
}
