import { useRef, useState } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { useBusy } from '#ui/islands/use-busy.ts';

/** The calls of the withdrawal's two steps, and the errors of the last call. */
export function useSteps() {
  const { busy, start, end } = useBusy();
  const [problem, setProblem] = useState('');
  const [fields, setFields] = useState<Readonly<Record<string, readonly string[]>>>({});
  const press = useRef('');

  async function run(act: () => Promise<void>): Promise<void> {
    if (!start()) return;
    setProblem('');
    setFields({});
    try {
      await act();
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields : {};
      setFields(wrong);
      if (Object.keys(wrong).length === 0) setProblem(messageOf(error));
    }
    end();
  }

  return {
    busy,
    problem,
    fields,
    run,
    clear: () => {
      setProblem('');
      setFields({});
    },
    /** Begins the second step, with a new idempotency key for its button. */
    newPress: () => {
      press.current = crypto.randomUUID();
    },
    press,
  };
}
