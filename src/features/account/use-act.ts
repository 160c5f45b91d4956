import { useRef, useState } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { useBusy } from '#ui/islands/use-busy.ts';

function problemOf(error: unknown): string {
  const [wrong] = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return wrong ?? messageOf(error);
}

/**
 * An action with an id of its own, which stays until it has an answer: pressed again after a lost answer it
 * is the same action.
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
      // What the server has refused has not happened, so that another try is another action.
      if (error instanceof ApiError && !error.isPassing) event.current = null;
      setProblem(problemOf(error));
    }
    end();
  }

  return { busy, problem, run };
}
