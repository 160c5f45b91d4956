/**
 * Lets work go on that the caller need not wait for. Netlify keeps the function alive for it; where
 * that cannot be asked for, the process goes on by itself. Failures are logged.
 */
export function afterAnswer(what: string, work: () => Promise<unknown>): void {
  const done = work().catch((error: unknown) => console.error(what, error));
  if ('Netlify' in globalThis) globalThis.Netlify.context?.waitUntil(done);
}
