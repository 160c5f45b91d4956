import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/http/api-error.ts';
import type { Customer } from '#api/checkout.ts';
import { liveSession } from '#stores/live-session.ts';
import { currentSession, endSession } from '#stores/session.ts';
import { nextLogin } from './ended-login.ts';

/** Milliseconds after which what is shown is asked for again, so that a new order appears by itself. */
const REFRESH_MS = 60_000;
const RETRIES = 2;

/**
 * Makes a call as whoever is logged in. When the login has ended, the call waits for the next one (`nextLogin`) and is
 * made with that; so is one that was under way while the login was replaced.
 * @throws ApiError when the call fails otherwise.
 */
export async function asStaff<Answer>(
  call: (customer: Customer) => Promise<Answer>,
): Promise<Answer> {
  const customer = (await liveSession()) ?? (await nextLogin());
  try {
    return await call(customer);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (currentSession()?.access === customer.access) endSession();
    return asStaff(call);
  }
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
