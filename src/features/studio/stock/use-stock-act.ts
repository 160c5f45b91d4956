import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * An act on stock.
 * @param act performs it. Its key is the same for every press with the same `content`, and new after a change.
 */
export function useStockAct(act: (key: string) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>());
  return useMutation({
    mutationFn: (content: string) => {
      const key = keys.current.get(content) ?? crypto.randomUUID();
      keys.current.set(content, key);
      return act(key);
    },
    onSuccess: async () => {
      keys.current.clear();
      await client.invalidateQueries({ queryKey: ['stock'] });
      onDone();
    },
  });
}
