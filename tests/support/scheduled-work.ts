import type { Browser } from 'playwright/test';
import { z } from 'zod';

const Data = z.looseObject({
  frame: z.string().optional(),
  timerId: z.int().optional(),
  /** Milliseconds. */
  timeout: z.number().optional(),
  singleShot: z.boolean().optional(),
  functionName: z.string().optional(),
  url: z.string().optional(),
  type: z.string().optional(),
});
const Trace = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      /** Microseconds. */
      ts: z.number(),
      args: z.looseObject({ data: Data.optional(), beginData: Data.optional() }).optional(),
    }),
  ),
});

type TraceEvent = z.infer<typeof Trace>['traceEvents'][number];

/** Trace events of work that a page causes by itself. */
const WORK = new Set([
  'TimerFire',
  'FireAnimationFrame',
  'FireIdleCallback',
  'EventDispatch',
  'FunctionCall',
  'EvaluateScript',
  'UpdateLayoutTree',
  'Layout',
  'Paint',
  'ResourceSendRequest',
]);

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

function dataOf({ args }: TraceEvent) {
  return args?.data ?? args?.beginData ?? {};
}

function describe(event: TraceEvent): string {
  const { functionName, url, type } = dataOf(event);
  return [event.name, type, functionName, url].filter(Boolean).join(' ');
}

interface Timer {
  frame: string | undefined;
  /** Milliseconds. */
  timeout: number;
  repeats: boolean;
  /** When it fires, in microseconds of the trace. */
  due: number;
}

/** Watches the work of pages, from before they load: their timers are known since they were set. */
export class WorkWatch {
  readonly #browser: Browser;
  readonly #timers = new Map<string, Timer>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  #noteTimer(event: TraceEvent): void {
    const { frame, timerId, timeout = 0, singleShot = true } = dataOf(event);
    const key = `${frame} ${timerId}`;
    if (event.name === 'TimerInstall')
      this.#timers.set(key, {
        frame,
        timeout,
        repeats: !singleShot,
        due: event.ts + timeout * 1000,
      });
    else if (event.name === 'TimerRemove') this.#timers.delete(key);
  }

  /** @returns the work done in each frame while `act` ran, and the timers that are due within `soonMs` after it. */
  async during(act: () => Promise<void>, soonMs: number): Promise<(frame: string) => string[]> {
    await this.#browser.startTracing(undefined, { categories });
    await act();
    const trace = JSON.parse(String(await this.#browser.stopTracing()));
    const events = Trace.parse(trace).traceEvents.toSorted((one, other) => one.ts - other.ts);
    for (const event of events) this.#noteTimer(event);
    const end = events.at(-1)?.ts ?? 0;
    const isSoon = ({ due, repeats, timeout }: Timer) =>
      repeats ? timeout < soonMs : due > end && due < end + soonMs * 1000;
    return (frame) => [
      ...events
        .filter((event) => WORK.has(event.name) && dataOf(event).frame === frame)
        .map(describe),
      ...[...this.#timers.values()]
        .filter((timer) => timer.frame === frame && isSoon(timer))
        .map(({ timeout }) => `timer of ${timeout} ms`),
    ];
  }
}
