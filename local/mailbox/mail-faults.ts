import { z } from 'zod';

/** A failure to simulate for upcoming calls. */
export const MailFault = z.object({
  status: z.union([z.literal(422), z.literal(429), z.literal(500), z.literal(503)]),
  /** Number of failing calls. */
  times: z.int().min(1).default(1),
  /** Whether the e-mail is delivered despite the error response. */
  arrives: z.boolean().default(false),
});
export type MailFault = z.infer<typeof MailFault>;

/** The queue of failures to simulate. */
export interface MailFaults {
  add(fault: MailFault): void;
  /** Removes and returns the next failure, if any. */
  take(): MailFault | undefined;
  clear(): void;
}

/** Creates an empty queue. */
export function createMailFaults(): MailFaults {
  const queue: MailFault[] = [];
  return {
    add: ({ times, ...fault }) => {
      for (let left = times; left > 0; left -= 1) queue.push({ ...fault, times: 1 });
    },
    take: () => queue.shift(),
    clear: () => {
      queue.length = 0;
    },
  };
}
