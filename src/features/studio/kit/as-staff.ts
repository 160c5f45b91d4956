import { QueryCache, QueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { ApiError } from '#api/http/api-error.ts';
import { callStaff, type StaffCallOptions } from '#api/call-staff.ts';
import type { StaffCall } from '#domain/contracts/staff-call.ts';
import { liveSession } from '#stores/live-session.ts';
import { currentSession, endSession } from '#stores/session.ts';
import { nextLogin } from './ended-login.ts';

/** Polling interval in ms, so that new orders appear by themselves. */
const REFRESH_MS = 60_000;
const RETRIES = 2;

/** First keys of the queries whose answers the counts in the header must agree with. */
const counted: ReadonlySet<unknown> = new Set(['orders', 'order']);

/** The studio's query cache: refetches every minute and when the window gains focus. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (_answer, query) => {
      if (!counted.has(query.queryKey[0]) || !query.isActive()) return;
      // An order may have changed without an act here, as by a refund once Stripe has answered.
      void queryClient.refetchQueries({ queryKey: ['me'], stale: true }, { cancelRefetch: false });
    },
  }),
  defaultOptions: {
    queries: {
      // Offline, fail with a message instead of waiting silently.
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

/**
 * Makes a call of the studio as the logged-in user. After an act the counts in the header are refetched. If the login has expired or is replaced during the call, waits for the next one
 * (`nextLogin`) and calls again.
 * @throws ApiError when the call fails otherwise.
 */
export async function asStaff<Input extends z.ZodType, Answer extends z.ZodType>(
  call: StaffCall<Input, Answer>,
  asked: z.input<Input>,
  options?: StaffCallOptions,
): Promise<z.output<Answer>> {
  const customer = (await liveSession()) ?? (await nextLogin());
  try {
    const answer = await callStaff(call, asked, customer, options);
    if (call.method === 'POST') void queryClient.invalidateQueries({ queryKey: ['me'] });
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (currentSession()?.access === customer.access) endSession();
    return asStaff(call, asked, options);
  }
}

/** Whether the login is too old for an act, or lacks its second factor. */
export function needsFreshLogin(error: unknown): boolean {
  return ['login_too_old', 'second_factor_missing'].includes(reasonOf(error));
}

/** Machine-readable reason of a refusal; `''` if none. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  const { body } = error;
  return typeof body === 'object' && body !== null && 'reason' in body ? String(body.reason) : '';
}
