import { ApiError } from './api-error.ts';
import type { Clock } from './clock.ts';
import type { StoredAnswer } from './state.ts';

/** Keys are forgotten after a day (docs.stripe.com/api/idempotent_requests). */
const KEPT_SECONDS = 24 * 60 * 60;
const LONGEST_KEY = 255;

/** What a key was sent with: the endpoint and a canonical text of the body. */
export interface IdempotentCall {
  key: string;
  endpoint: string;
  parameters: string;
}

/** Keeps the first answer to each key, and one request at a time on it. */
export interface IdempotencyKeys {
  /**
   * Claims a key, or gives the answer it already has.
   * @throws ApiError 400 when the key was sent with something else, 409 while it is in use
   */
  claim(call: IdempotentCall): StoredAnswer | null;
  /** Keeps the answer of a claimed key for the next one who sends it. */
  keep(call: IdempotentCall, status: number, body: string): void;
  /** Ends the claim, whether an answer was kept or not. */
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

/** Idempotency over the answers kept in the sandbox's state. */
export function createIdempotencyKeys(
  answers: Map<string, StoredAnswer>,
  clock: Clock,
): IdempotencyKeys {
  const inUse = new Map<string, IdempotentCall>();
  return {
    claim(call) {
      if (call.key.length > LONGEST_KEY) {
        throw misuse(400, `Idempotency keys can be at most ${LONGEST_KEY} characters long.`);
      }
      const underWay = inUse.get(call.key);
      if (underWay) {
        checkSameRequest(underWay, call);
        throw misuse(
          409,
          `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${call.key}. Please try again later.`,
          'idempotency_key_in_use',
        );
      }
      const answer = answers.get(call.key);
      if (answer && clock.now() - answer.createdAt < KEPT_SECONDS) {
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

/** A body's parameters in one order, so that the same ones compare as equal. */
export function canonicalParameters(body: string): string {
  const parameters = new URLSearchParams(body);
  parameters.sort();
  return parameters.toString();
}
