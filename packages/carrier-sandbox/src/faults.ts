import { z } from 'zod';

/** A failure to simulate for the next call of a path. */
export const Fault = z.object({
  method: z.string().optional(),
  /** Beginning of the path, such as `/transactions`. */
  path: z.string(),
  /** HTTP status of the answer; null drops the connection. */
  status: z.int().nullable(),
  /** Whether the call takes effect all the same. */
  arrives: z.boolean().optional(),
});
export type Fault = z.infer<typeof Fault>;

/** Creates an empty queue of failures. */
export function createFaults() {
  const queue: Fault[] = [];
  return {
    add: (fault: Fault) => void queue.push(fault),
    /** Removes and returns the next failure of a call, if any. */
    take(method: string, path: string): Fault | undefined {
      const place = queue.findIndex(
        (fault) => path.startsWith(fault.path) && (fault.method ?? method) === method,
      );
      return place === -1 ? undefined : queue.splice(place, 1)[0];
    },
  };
}
