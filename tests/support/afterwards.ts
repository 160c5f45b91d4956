import { vi } from 'vitest';

const pending: Promise<unknown>[] = [];
const waitUntil = (work: Promise<unknown>) => void pending.push(work);

// As on Netlify, functions pass the work that continues after their response to waitUntil().
vi.stubGlobal('Netlify', { context: { waitUntil } });

/** Resolves when all work that continued after responses is done. */
export async function afterwardsDone(): Promise<void> {
  while (pending.length > 0) await Promise.all(pending.splice(0));
}
