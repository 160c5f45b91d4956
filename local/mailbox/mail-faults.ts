import { z } from 'zod';

/** A failure ordered for calls to come. */
export const MailFault = z.object({
  status: z.union([z.literal(422), z.literal(429), z.literal(500), z.literal(503)]),
  /** How many calls fail. */
  times: z.int().min(1).default(1),
  /** Whether the e-mail arrives although the answer says otherwise. */
  arrives: z.boolean().default(false),
});
export type MailFault = z.infer<typeof MailFault>;

/** The failures still to come. */
export interface MailFaults {
  add(fault: MailFault): void;
  /** The failure ordered for this call, if any; it is used up by being taken. */
  take(): MailFault | undefined;
  clear(): void;
}

/** No failures to begin with. */
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
