import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isOutdated, refusalOf } from './release-texts.ts';

/** Queries whose answers a saved, published or undone release may change. */
const changed = ['release', 'releases', 'catalogue', 'content', 'stock'];

/** Runs actions on releases, one at a time, and refetches what they may change. */
export function useReleaseAction() {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    // The release first: the rest may take seconds, and follows by itself.
    onSuccess: async () => {
      const [release] = changed.map((key) => client.invalidateQueries({ queryKey: [key] }));
      await release;
    },
    onError: async (error) => {
      if (!isOutdated(error)) return;
      await client.invalidateQueries({ queryKey: ['release'] });
      await client.invalidateQueries({ queryKey: ['preview'] });
    },
  });
  return {
    isBusy: mutation.isPending,
    /** Error of the last action; `''` if it succeeded. */
    problem: mutation.isError ? refusalOf(mutation.error) : '',
    /** @returns whether it succeeded. */
    async run(act: () => Promise<unknown>): Promise<boolean> {
      if (mutation.isPending) return false;
      try {
        await mutation.mutateAsync(act);
        return true;
      } catch {
        return false;
      }
    },
  };
}
