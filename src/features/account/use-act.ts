import { useRef, useState } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { useBusy } from '#ui/islands/use-busy.ts';

function problemOf(error: unknown): string {
  const [wrong] = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return wrong ?? messageOf(error);
}

/**
 * Runs an action with an idempotency key, kept until there is a response: retrying after a lost response
 * repeats the same action.
 */
export function useAct() {
  const { busy, start, end } = useBusy();
  const [problem, setProblem] = useState('');
  const event = useRef<string>(null);

  async function run(act: (event: string) => Promise<void>): Promise<void> {
    if (!start()) return;
    setProblem('');
    event.current ??= crypto.randomUUID();
    try {
      await act(event.current);
      event.current = null;
    } catch (error) {
      // A rejected action did not happen, so the next attempt gets a new key.
      if (error instanceof ApiError && !error.isPassing) event.current = null;
      setProblem(problemOf(error));
    }
    end();
  }

  return { busy, problem, run };
}
