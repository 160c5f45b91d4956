import type { Clock } from './clock.ts';
import type { EventLog } from './event-log.ts';
import type { SandboxState } from './state.ts';

/** The sandbox's shared state and services. */
export interface SandboxContext {
  readonly state: SandboxState;
  readonly clock: Clock;
  readonly events: EventLog;
  /** Origin of the sandbox and its payment pages: `http://127.0.0.1:port`. */
  readonly origin: string;
  /** Target of signed events; null sends none. */
  readonly webhookUrl: string | null;
  /** When the sandbox started, in Unix seconds. */
  readonly startedAt: number;
}
