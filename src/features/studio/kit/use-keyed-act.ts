import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFreshLogin } from './use-fresh-login.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

interface Acting<Result> {
  /** Performs it. Its key is the same for every press with the same `content`, and new after a change. */
  act: (key: string) => Promise<Result>;
  /** First keys of the queries that it changes. */
  changes: readonly string[];
  onDone: (result: Result) => void;
}

/** An act with an idempotency key, for dialogs: `mutate` takes the input from which the key is made. */
export function useKeyedAct<Result>({ act, changes, onDone }: Acting<Result>) {
  const client = useQueryClient();
  const withFreshLogin = useFreshLogin();
  const keyOf = useIdempotencyKey();
  const [done, setDone] = useState(0);
  return useMutation({
    mutationFn: (content: string) => {
      const key = keyOf([done, content]);
      return withFreshLogin(() => act(key));
    },
    onSuccess: async (result) => {
      setDone(done + 1);
      await Promise.all(changes.map((key) => client.invalidateQueries({ queryKey: [key] })));
      onDone(result);
    },
  });
}
