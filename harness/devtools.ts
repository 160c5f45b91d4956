import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { CDPSession } from 'playwright';
import { z } from 'zod';
import { startChild } from '#local/child.ts';
import type { BrowserLaunch } from './chromium.ts';

/** Sends a command of the Chrome DevTools Protocol. @throws Error with the browser's message. */
export type Send = CDPSession['send'];

const Message = z.object({
  id: z.int().optional(),
  method: z.string().optional(),
  sessionId: z.string().optional(),
  params: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

const Detached = z.object({ sessionId: z.string() });

/** The connection to the browser, which carries the commands and events of every session. */
export interface Wire {
  /** @param sessionId defaults to the browser itself. */
  sender(sessionId?: string): Send;
  /** Events by name, each with its parameters and session. */
  events: EventEmitter<Record<string, [params: unknown, sessionId: string | undefined]>>;
  close(): void;
}

interface Waiting {
  sessionId: string | undefined;
  /** @param text the whole message. */
  resolve(text: string): void;
  reject(reason: string): void;
}

async function openWire(address: string): Promise<Wire> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, Waiting>();
  const events: Wire['events'] = new EventEmitter();
  let lastId = 0;

  function giveUp(reason: string, of: (command: Waiting) => boolean): void {
    for (const [id, command] of waiting) {
      if (!of(command)) continue;
      waiting.delete(id);
      command.reject(reason);
    }
  }

  socket.addEventListener('message', ({ data }) => {
    const text = String(data);
    const { id, method, params, sessionId, error } = Message.parse(JSON.parse(text));
    if (method) events.emit(method, params, sessionId);
    if (id === undefined) return;
    if (error) waiting.get(id)?.reject(error.message);
    else waiting.get(id)?.resolve(text);
    waiting.delete(id);
  });
  events.on('Target.detachedFromTarget', (params) => {
    const gone = Detached.parse(params).sessionId;
    giveUp('the page has gone', ({ sessionId }) => sessionId === gone);
  });
  socket.addEventListener('close', () => giveUp('the browser has gone', () => true));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  return {
    events,
    sender: (sessionId) => (method, params) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, {
          sessionId,
          resolve: (text) => resolve(JSON.parse(text).result),
          reject: (reason) => reject(new Error(`${method}: ${reason}`)),
        });
        socket.send(JSON.stringify({ id: lastId, method, params: params ?? {}, sessionId }));
      }),
    close: () => socket.close(),
  };
}

/** A browser started by this process. */
export interface OwnBrowser {
  wire: Wire;
  /** Ends all its processes and deletes its profile. */
  close(): Promise<void>;
}

/**
 * Starts a browser without a page, with its own profile.
 * @throws Error with its output when it exits at once.
 */
export async function startBrowser({
  executablePath = '',
  args = [],
  env,
}: BrowserLaunch): Promise<OwnBrowser> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'minicia-browser-'));
  const { promise: address, resolve: hear, reject } = Promise.withResolvers<string>();
  let said = '';
  const child = startChild(
    executablePath,
    [
      ...args,
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--no-startup-window',
      '--disable-breakpad',
      '--disable-dev-shm-usage',
      '--password-store=basic',
      '--lang=en-GB',
      // A mouse, as Playwright sets it; emulated touch replaces it.
      '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
    ],
    {
      ...(env && { env }),
      onOutput: (text) => {
        said += text;
        const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
        if (found) hear(found);
      },
    },
  );
  void child.exited.then(
    () => reject(new Error(`The browser exited:\n${said}`)),
    (error) => reject(error),
  );
  const stop = async () => {
    await child.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const wire = await openWire(await address);
    return {
      wire,
      async close() {
        wire.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
