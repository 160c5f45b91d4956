import type { Fault } from './control-request.ts';

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
