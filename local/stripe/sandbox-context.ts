import type { Clock } from './clock.ts';
import type { EventLog } from './event-log.ts';
import type { SandboxState } from './state.ts';

/** What every operation of the sandbox works on. */
export interface SandboxContext {
  readonly state: SandboxState;
  readonly clock: Clock;
  readonly events: EventLog;
  /** Address of the sandbox itself, where payment pages are: `http://127.0.0.1:port`. */
  readonly origin: string;
}
