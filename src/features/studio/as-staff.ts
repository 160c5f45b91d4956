import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/http/api-error.ts';
import type { Customer } from '#api/checkout.ts';
import { currentSession } from '#stores/session.ts';
import { withSession } from '#ui/islands/with-session.ts';

/** Milliseconds after which what is shown is asked for again, so that a new order appears by itself. */
const REFRESH_MS = 60_000;
const RETRIES = 2;

/**
 * Makes a call as whoever is logged in. A call that was under way while the login was confirmed anew is made
 * once more with the new one; without a login the page is left for it and back, and the promise stays open.
 * @throws ApiError when the call fails otherwise.
 */
export async function asStaff<Answer>(
  call: (customer: Customer) => Promise<Answer>,
): Promise<Answer> {
  const answered = await withSession(async (customer) => {
    try {
      return { answer: await call(customer) };
    } catch (error) {
      const now = currentSession();
      const replaced = now !== null && now.access !== customer.access;
      if (!replaced || !(error instanceof ApiError) || error.status !== 401) throw error;
      return { answer: await call(now) };
    }
  });
  return answered === null ? new Promise<never>(() => undefined) : answered.answer;
}

/** What the studio remembers of its calls; asked again every minute and when the window is looked at. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, say so instead of waiting in silence.
        networkMode: 'always',
        staleTime: 5000,
        refetchInterval: REFRESH_MS,
        retry: (failures, error) =>
          failures < RETRIES && error instanceof ApiError && error.isPassing && !error.isTooMany,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** The machine's word for why a call was refused, or ''. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  const { body } = error;
  return typeof body === 'object' && body !== null && 'reason' in body ? String(body.reason) : '';
}
