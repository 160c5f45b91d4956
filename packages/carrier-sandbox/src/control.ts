import type { Fault } from './faults.ts';
import type { SoldLabel } from './state.ts';

/** Plays everybody else at a sandbox: the parcels' journey, the network. */
export interface CarrierControl {
  /** Every label that was sold. */
  labels(): Promise<SoldLabel[]>;
  /** Lets hours pass: parcels are scanned on their way, and the webhook is told. */
  advanceClock(hours: number): Promise<void>;
  /** Makes the next call of a path fail. */
  fail(fault: Fault): Promise<void>;
}

/** Controls the sandbox at a URL. */
export function carrierControl(url: string): CarrierControl {
  async function post(path: string, body?: object): Promise<void> {
    const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body ?? {}) });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
  }
  return {
    labels: async () => (await fetch(`${url}/_control/labels`)).json(),
    advanceClock: (hours) => post(`/_control/clock?hours=${hours}`),
    fail: (fault) => post('/_control/faults', fault),
  };
}
