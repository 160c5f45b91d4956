import { ApiError } from './api-error.ts';
import type { Clock } from './clock.ts';
import type { StoredAnswer } from './state.ts';

/** Keys expire after a day (docs.stripe.com/api/idempotent_requests). */
const KEY_LIFETIME_SECONDS = 24 * 60 * 60;
const MAX_KEY_LENGTH = 255;

/** The request that a key was used with: its endpoint and canonical body. */
export interface IdempotentCall {
  key: string;
  endpoint: string;
  parameters: string;
}

/** Stores the first response for each key, and allows one request per key at a time. */
export interface IdempotencyKeys {
  /**
   * Claims a key, or returns its stored response.
   * @throws ApiError 400 when the key was used with another request, 409 while it is in use
   */
  claim(call: IdempotentCall): StoredAnswer | null;
  /** Stores the response of a claimed key for replays. */
  keep(call: IdempotentCall, status: number, body: string): void;
  /** Ends the claim, whether or not a response was stored. */
  release(call: IdempotentCall): void;
}

function misuse(status: 400 | 409, message: string, code?: string): ApiError {
  return new ApiError(status, {
    type: 'idempotency_error',
    message,
    ...(code === undefined ? {} : { code }),
  });
}

function checkSameRequest(known: IdempotentCall, call: IdempotentCall): void {
  const advice = `Try using a key other than '${call.key}' if you meant to execute a different request.`;
  if (known.endpoint !== call.endpoint) {
    throw misuse(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${call.endpoint}' vs '${known.endpoint}'). ${advice}`,
    );
  }
  if (known.parameters !== call.parameters) {
    throw misuse(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
    );
  }
}

/** Idempotency keys backed by the responses in the sandbox's state. */
export function createIdempotencyKeys(
  answers: Map<string, StoredAnswer>,
  clock: Clock,
): IdempotencyKeys {
  const inUse = new Map<string, IdempotentCall>();
  return {
    claim(call) {
      if (call.key.length > MAX_KEY_LENGTH) {
        throw misuse(400, `Idempotency keys can be at most ${MAX_KEY_LENGTH} characters long.`);
      }
      const inProgress = inUse.get(call.key);
      if (inProgress) {
        checkSameRequest(inProgress, call);
        throw misuse(
          409,
          `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${call.key}. Please try again later.`,
          'idempotency_key_in_use',
        );
      }
      const answer = answers.get(call.key);
      if (answer && clock.now() - answer.createdAt < KEY_LIFETIME_SECONDS) {
        checkSameRequest(answer, call);
        return answer;
      }
      answers.delete(call.key);
      inUse.set(call.key, call);
      return null;
    },
    keep(call, status, body) {
      answers.set(call.key, { ...call, createdAt: clock.now(), status, body });
    },
    release(call) {
      inUse.delete(call.key);
    },
  };
}

/** Sorts a body's parameters, so that equal ones compare as equal. */
export function canonicalParameters(body: string): string {
  const parameters = new URLSearchParams(body);
  parameters.sort();
  return parameters.toString();
}
