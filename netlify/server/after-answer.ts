import { log } from './log.ts';

/**
 * Runs work in the background after the response. Netlify keeps the function alive for it
 * (`waitUntil`); without Netlify the process simply carries on.
 * @param failure logged with the error when the work fails.
 */
export function afterAnswer(failure: string, work: () => Promise<unknown>): void {
  const done = work().catch((error: unknown) => log.error(failure, { error }));
  if ('Netlify' in globalThis) globalThis.Netlify.context?.waitUntil(done);
}
