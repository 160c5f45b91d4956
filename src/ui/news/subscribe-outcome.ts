import type { NewsPlace } from '#domain/enums.ts';
import { ApiError } from '#api/http/api-error.ts';
import { subscribe } from '#api/subscribe.ts';

const INVALID_EMAIL = 'Please enter a valid email.';
const SUBSCRIBED = 'Subscribed successfully!';
const FAILED = 'Subscription failed. Try again later.';

/** Appended to the specification's text: addresses join the list only after confirmation. */
export const CONFIRM_NEXT = 'Check your inbox to confirm.';

/** Result of asking for news, in the specification's texts (section 8). */
export interface SubscribeOutcome {
  text: string;
  icon?: 'warning' | 'celebration';
  /** Whether the address is at fault. */
  rejected?: true;
}

/**
 * Subscribes an address as typed.
 * @param place part of the shop that it was entered in.
 */
export async function subscribeOutcome(typed: string, place: NewsPlace): Promise<SubscribeOutcome> {
  const address = typed.trim();
  if (address === '') return { text: INVALID_EMAIL, icon: 'warning', rejected: true };
  try {
    await subscribe(address, place);
    return { text: SUBSCRIBED, icon: 'celebration' };
  } catch (error) {
    const first = error instanceof ApiError ? error.fields.email?.[0] : undefined;
    if (first) return { text: first, icon: 'warning', rejected: true };
    if (error instanceof ApiError && error.isTooMany) {
      return { text: error.message, icon: 'warning' };
    }
    return { text: FAILED };
  }
}
