import { useStore } from '@nanostores/react';
import { $restored } from '../stores/restored.ts';

/** Whether browser storage has been read; never in server-rendered HTML nor while it is taken over. */
export function useRestored(): boolean {
  return useStore($restored, { ssr: () => false });
}
