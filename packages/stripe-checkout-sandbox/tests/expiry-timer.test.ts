import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClock } from '../src/clock.ts';
import { createSession } from '../src/create-session.ts';
import { createEventLog } from '../src/event-log.ts';
import { startExpiryTimer } from '../src/expiry-timer.ts';
import { parseForm } from '../src/form-body.ts';
import { sessionParameters } from '../src/session-parameters.ts';
import { emptyState } from '../src/state.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const ORDER = parseForm(
  [
    'mode=payment',
    'success_url=http://localhost:8888/',
    'line_items[0][quantity]=1',
    'line_items[0][price_data][currency]=gbp',
    'line_items[0][price_data][unit_amount]=500',
    'line_items[0][price_data][product_data][name]=Hat',
  ].join('&'),
);

test('a session expires on time, once, without any request', () => {
  const state = emptyState();
  const clock = createClock();
  const heard: string[] = [];
  const events = createEventLog(state, clock, ({ event }) => heard.push(event.type));
  const context = {
    state,
    clock,
    events,
    origin: 'http://127.0.0.1',
    webhookUrl: null,
    startedAt: clock.now(),
  };
  const { session } = createSession(context, sessionParameters.read(ORDER, ''));
  const stop = startExpiryTimer(context, () => {});

  vi.advanceTimersByTime(24 * 60 * 60 * 1000 - 2000);
  expect(session.status).toBe('open');
  vi.advanceTimersByTime(4000);
  expect(session.status).toBe('expired');
  expect(heard).toEqual(['checkout.session.expired']);
  stop();
});
