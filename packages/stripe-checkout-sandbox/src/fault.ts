import type { Fault } from './control-request.ts';

/** The queue of failures to simulate. */
export interface FaultQueue {
  add(fault: Fault): void;
  /** Returns the failure for this call, if any, and uses it up. */
  take(method: string, path: string): Fault | null;
  clear(): void;
}

function matches(fault: Fault, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method !== method) return false;
  const pattern = fault.path.split('*').map((part) => part.replaceAll(/[^\w/]/g, String.raw`\$&`));
  return new RegExp(`^${pattern.join('.*')}$`).test(path);
}

/** Creates an empty queue. */
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
