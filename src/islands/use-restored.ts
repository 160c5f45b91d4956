import { $restored } from '../stores/restored.ts';
import { useStore } from './use-store.ts';

/** Whether browser storage has been read; never in server-rendered HTML nor while it is taken over. */
export function useRestored(): boolean {
  return useStore($restored, () => false);
}
