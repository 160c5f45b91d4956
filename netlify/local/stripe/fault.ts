/** A failure that tests order for API calls to come. */
export interface Fault {
  /** HTTP method; any when left out. */
  method?: 'GET' | 'POST' | 'DELETE';
  /** Path of the call, `*` standing for any characters: `/v1/checkout/sessions*`. */
  path: string;
  /** How many calls fail; 1 when left out. */
  times?: number;
  /** A status of this number, no answer at all, or nothing but the delay. */
  outcome: number | 'drop' | 'slow';
  /** Whether the work is done before the failure; `before` means nothing was done. */
  when?: 'before' | 'after';
  /** Milliseconds to wait before the call goes on. */
  delayMs?: number;
}

/** The failures still to come. */
export interface FaultQueue {
  add(fault: Fault): void;
  /** The failure ordered for this call, if any; it is used up by being taken. */
  take(method: string, path: string): Fault | null;
  clear(): void;
}

function matches(fault: Fault, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method !== method) return false;
  const pattern = fault.path.split('*').map((part) => part.replaceAll(/[^\w/]/g, String.raw`\$&`));
  return new RegExp(`^${pattern.join('.*')}$`).test(path);
}

/** An empty queue of ordered failures. */
export function createFaultQueue(): FaultQueue {
  const queue: { fault: Fault; left: number }[] = [];
  return {
    add(fault) {
      queue.push({ fault, left: fault.times ?? 1 });
    },
    take(method, path) {
      const found = queue.find(({ fault, left }) => left > 0 && matches(fault, method, path));
      if (!found) return null;
      found.left -= 1;
      return found.fault;
    },
    clear() {
      queue.length = 0;
    },
  };
}
