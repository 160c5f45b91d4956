/** Timeout of a request, in milliseconds. */
const patience = 5000;

/** An HTTP response with its whole body. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** A service that did not respond at all. */
export class NoAnswer extends Error {
  constructor(address: string, cause: unknown) {
    super(`${new URL(address).origin} does not answer`, { cause });
    this.name = 'NoAnswer';
  }
}

/**
 * Sends a request once, without following redirects.
 * @throws NoAnswer without a response within 5 seconds.
 */
export async function ask(address: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
      ...init,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    throw new NoAnswer(address, error);
  }
}

/** The parsed JSON of a response; undefined if it is not JSON. */
export function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
