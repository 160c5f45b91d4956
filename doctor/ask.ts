/** Longest wait for an answer, in milliseconds. */
const patience = 5000;

/** An answer over HTTP, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** A service that did not answer at all. */
export class NoAnswer extends Error {
  constructor(address: string, cause: unknown) {
    super(`${new URL(address).origin} does not answer`, { cause });
    this.name = 'NoAnswer';
  }
}

/**
 * Asks once, without following redirects.
 * @throws NoAnswer when nothing answers within 5 seconds.
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

/** The JSON of an answer; undefined when it is none. */
export function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
