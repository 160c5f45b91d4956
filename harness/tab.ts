import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { BrowserLaunch } from './chromium.ts';
import { type Send, startBrowser, type Wire } from './devtools.ts';

/** A page of a tab: the one on screen, or one prerendered for a link. */
export interface TabPage {
  /** Whether it is still being prerendered. */
  prepared: boolean;
  /** Requested paths with queries, in order. */
  requests: string[];
  /** Bytes received, headers included, without pictures. */
  sentWithoutImages: number;
  /** Logged errors and uncaught exceptions. */
  errors: string[];
  /**
   * Evaluates an expression, once the page has a document.
   * @returns the awaited value. @throws Error when it throws.
   */
  evaluate(expression: string): Promise<unknown>;
}

export interface TabOptions {
  /** Runs in every page before its own scripts; may call `report(text)`. */
  init?: string;
  /**
   * Sets up every page before it loads anything. A prerendered page responds to these commands only once it
   * may run, so they are sent without waiting.
   */
  setUp?: (send: Send) => Promise<unknown>[];
}

/** A tab in its own browser, with an empty cache. */
export interface Tab {
  /** The page on screen. */
  shown(): TabPage;
  /** The pages being prerendered. */
  prepared(): TabPage[];
  /** Reports from pages, oldest first. */
  reports: string[];
  /** Opens a URL and waits until it has loaded. */
  goTo(address: string): Promise<void>;
  /** Scrolls the first matching element to the middle of the screen. */
  scrollTo(selector: string): Promise<void>;
  /** Scrolls the first matching element into view and moves the mouse onto it. */
  hover(selector: string): Promise<void>;
  /** Scrolls the first matching element into view and touches it for `held` milliseconds. */
  touch(selector: string, held: number): Promise<void>;
  /** Goes back as the browser's button does. @returns time of the press, in Unix milliseconds. */
  back(): Promise<number>;
  /** Presses the mouse at its position and releases it after `held` milliseconds. */
  press(held?: number): Promise<void>;
  /** Traces all processes of the browser during `act`. @returns the events of these categories. */
  trace(categories: readonly string[], act: () => Promise<void>): Promise<unknown[]>;
  /** Closes the browser. */
  close(): Promise<void>;
}

const Target = z.object({
  targetId: z.string(),
  type: z.string(),
  subtype: z.string().optional(),
});
const Attached = z.object({ sessionId: z.string(), targetInfo: Target });
const Detached = z.object({ sessionId: z.string() });
const Changed = z.object({ targetInfo: Target });
const Requested = z.object({ request: z.object({ url: z.string() }) });
const Answered = z.object({ requestId: z.string(), type: z.string() });
const Received = z.object({ requestId: z.string(), encodedDataLength: z.number() });
const Traced = z.object({ value: z.array(z.unknown()) });
const Reported = z.object({ payload: z.string() });
const Thrown = z.object({
  exceptionDetails: z.object({
    text: z.string(),
    exception: z.object({ description: z.string().optional() }).optional(),
  }),
});
const Logged = z.object({
  type: z.string(),
  args: z.array(z.object({ value: z.unknown().optional(), description: z.string().optional() })),
});
const Point = z.object({ x: z.number(), y: z.number() });

interface Session extends TabPage {
  id: string;
  targetId: string;
  send: Send;
  /** Ids of requests for pictures. */
  pictures: Set<string>;
}

function describe({ exceptionDetails: { text, exception } }: z.infer<typeof Thrown>): string {
  return `${text} ${exception?.description ?? ''}`;
}

/** Error message between two documents and before the first response, when nothing can be evaluated. */
const noDocument = 'Cannot find default execution context';

function sessionOf(wire: Wire, { sessionId: id, targetInfo }: z.infer<typeof Attached>): Session {
  const send = wire.sender(id);

  async function ask(expression: string) {
    for (;;) {
      try {
        return await send('Runtime.evaluate', {
          expression,
          awaitPromise: true,
          returnByValue: true,
        });
      } catch (error) {
        if (!(error instanceof Error && error.message.includes(noDocument))) throw error;
        await setTimeout(10);
      }
    }
  }

  return {
    id,
    targetId: targetInfo.targetId,
    prepared: targetInfo.subtype === 'prerender',
    requests: [],
    sentWithoutImages: 0,
    pictures: new Set(),
    errors: [],
    send,
    async evaluate(expression) {
      const { result, exceptionDetails } = await ask(expression);
      if (exceptionDetails) throw new Error(describe({ exceptionDetails }));
      return result.value;
    },
  };
}

/** Expression for the point of an element to move the mouse to, in viewport pixels. */
function pointOf(selector: string): string {
  return `(async () => {
    const element = document.querySelector(${JSON.stringify(selector)});
    if (!element) throw new Error('No element matches');
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const [{ x, y, width, height }] = element.getClientRects();
    const point = { x: x + width / 2, y: y + height / 2 };
    if (!element.contains(document.elementFromPoint(point.x, point.y))) {
      throw new Error('Another element covers it');
    }
    return point;
  })()`;
}

/**
 * Opens a tab in which the browser prerenders pages as it does for shoppers. Under Playwright it never does:
 * Playwright attaches to pages, and Chromium prerenders nothing for a page with DevTools attached, unless
 * they were attached through its tab.
 * @see https://chromedevtools.github.io/devtools-protocol/tot/Target/
 */
export async function openTab(
  launch: BrowserLaunch,
  { init = '', setUp = () => [] }: TabOptions = {},
): Promise<Tab> {
  const { wire, close } = await startBrowser(launch);
  const sessions = new Map<string, Session>();
  const reports: string[] = [];

  async function start(session: Session): Promise<void> {
    const { send } = session;
    await Promise.all([
      send('Page.enable'),
      send('Network.enable'),
      send('Runtime.enable'),
      send('Runtime.addBinding', { name: 'report' }),
      send('Page.addScriptToEvaluateOnNewDocument', { source: init }),
      ...setUp(send),
      send('Runtime.runIfWaitingForDebugger'),
    ]);
  }

  function hear(event: string, act: (session: Session, params: unknown) => void): void {
    wire.events.on(event, (params, sessionId = '') => {
      const session = sessions.get(sessionId);
      if (session) act(session, params);
    });
  }

  hear('Runtime.bindingCalled', (_, params) => reports.push(Reported.parse(params).payload));
  hear('Network.requestWillBeSent', ({ requests }, params) => {
    const { pathname, search } = new URL(Requested.parse(params).request.url);
    requests.push(pathname + search);
  });
  hear('Network.responseReceived', ({ pictures }, params) => {
    const { requestId, type } = Answered.parse(params);
    if (type === 'Image') pictures.add(requestId);
  });
  hear('Network.loadingFinished', (session, params) => {
    const { requestId, encodedDataLength } = Received.parse(params);
    if (!session.pictures.has(requestId)) session.sentWithoutImages += encodedDataLength;
  });
  hear('Runtime.exceptionThrown', ({ errors }, params) => {
    errors.push(describe(Thrown.parse(params)));
  });
  hear('Runtime.consoleAPICalled', ({ errors }, params) => {
    const { type, args } = Logged.parse(params);
    if (type !== 'error') return;
    errors.push(args.map(({ value, description }) => description ?? String(value)).join(' '));
  });
  wire.events.on('Target.detachedFromTarget', (params) => {
    sessions.delete(Detached.parse(params).sessionId);
  });
  wire.events.on('Target.targetInfoChanged', (params) => {
    const { targetId, subtype } = Changed.parse(params).targetInfo;
    for (const session of sessions.values()) {
      if (session.targetId === targetId) session.prepared = subtype === 'prerender';
    }
  });

  function shown(): Session {
    const session = [...sessions.values()].find(({ prepared }) => !prepared);
    if (!session) throw new Error('The tab has no page');
    return session;
  }

  async function loaded(session: Session, act: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const heard = (_: unknown, sessionId: string | undefined) => {
      if (sessionId === session.id) resolve();
    };
    wire.events.on('Page.loadEventFired', heard);
    try {
      await act();
      await promise;
    } finally {
      wire.events.off('Page.loadEventFired', heard);
    }
  }

  let mouse = { x: 0, y: 0 };

  try {
    const browser = wire.sender();
    await browser('Target.createTarget', { url: 'about:blank' });
    const { targetInfos } = await browser('Target.getTargets', { filter: [{ type: 'tab' }] });
    const { sessionId } = await browser('Target.attachToTarget', {
      targetId: targetInfos[0]?.targetId ?? '',
      flatten: true,
    });
    const first = Promise.withResolvers<void>();
    wire.events.on('Target.attachedToTarget', (params, parent) => {
      if (parent !== sessionId) return;
      const session = sessionOf(wire, Attached.parse(params));
      sessions.set(session.id, session);
      // A prerendered page may be discarded at any time.
      start(session).then(first.resolve, first.reject);
    });
    await wire.sender(sessionId)('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }, { exclude: true }],
    });
    await first.promise;
  } catch (error) {
    await close();
    throw error;
  }

  return {
    shown,
    prepared: () => [...sessions.values()].filter(({ prepared }) => prepared),
    reports,
    async goTo(address) {
      const session = shown();
      await loaded(session, async () => {
        const { errorText } = await session.send('Page.navigate', { url: address });
        if (errorText) throw new Error(`${address}: ${errorText}`);
      });
    },
    async scrollTo(selector) {
      await shown().evaluate(pointOf(selector));
    },
    async hover(selector) {
      const { evaluate, send } = shown();
      mouse = Point.parse(await evaluate(pointOf(selector)));
      await send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...mouse });
    },
    async touch(selector, held) {
      const { evaluate, send } = shown();
      const finger = Point.parse(await evaluate(pointOf(selector)));
      const touched = send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [finger],
      });
      await setTimeout(held);
      // The page may be gone before it responds.
      const released = send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await Promise.allSettled([touched, released]);
    },
    async back() {
      const { send } = shown();
      const { currentIndex, entries } = await send('Page.getNavigationHistory');
      const pressed = performance.timeOrigin + performance.now();
      await send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]?.id ?? -1 });
      return pressed;
    },
    async press(held = 0) {
      const { send } = shown();
      const click = { ...mouse, button: 'left', clickCount: 1 } as const;
      const pressed = send('Input.dispatchMouseEvent', { type: 'mousePressed', ...click });
      if (held > 0) await setTimeout(held);
      // The page may be gone before it responds.
      const released = send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...click });
      await Promise.allSettled([pressed, released]);
    },
    async trace(categories, act) {
      const events: unknown[] = [];
      const browser = wire.sender();
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      wire.events.on('Tracing.dataCollected', (part) => events.push(...Traced.parse(part).value));
      wire.events.once('Tracing.tracingComplete', () => resolve());
      await browser('Tracing.start', {
        traceConfig: { includedCategories: [...categories] },
        transferMode: 'ReportEvents',
      });
      await act();
      await browser('Tracing.end');
      await ended;
      return events;
    },
    close,
  };
}
