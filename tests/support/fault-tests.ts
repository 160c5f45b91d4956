import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { afterwardsDone } from './afterwards.ts';
import type { Backend } from './backend.ts';
import { runsWhole } from './long-suites.ts';
import type { Scenario, Scenarios } from './scenario.ts';
import type { Fault, Wire } from './wire.ts';

/**
 * Every fault at every step, with every recovery. A sample has one recovery for each, in turn, so that it still
 * has almost every pair of step and fault, and each recovery after several faults. A lost response to the last call
 * also covers a crash after it.
 */
function faultCases({ steps = [], ways, own = steps.length }: Scenario) {
  return steps.slice(0, runsWhole ? steps.length : own).flatMap((step, place) => {
    const at = place + 1;
    const faults: Fault[] = ['never arrives', 'answer lost'];
    if (runsWhole || at < steps.length) faults.push('killed after');
    const broken = faults.flatMap((fault, kind) =>
      ways
        .filter((_, turn) => runsWhole || turn === (at + kind) % ways.length)
        .map((way) => ({ at, step, fault, way })),
    );
    // Stripe's library retries calls without a response; supabase-js does not.
    const fault: Fault = 'stumbles';
    const stumbles = { at, step, fault, way: ways[0] ?? '' };
    return step.startsWith('stripe') ? broken.concat(stumbles) : broken;
  });
}

/** Prepares a scenario and makes its act without faults. Returns the idempotency keys that the shop sent. */
export async function keysOf(wire: Wire, scenario: Scenario | undefined): Promise<string[]> {
  const prepared = await scenario?.prepare();
  wire.watch();
  await prepared?.act();
  wire.calls();
  return wire.keys();
}

/**
 * Tests scenarios with each call broken in every way.
 * @param clean leaves nothing of earlier tests for the sweeps.
 */
export function testFaults(
  { stripe }: Pick<Backend, 'stripe'>,
  wire: Wire,
  scenarios: Scenarios,
  clean: () => Promise<void>,
): void {
  beforeEach(async () => {
    await afterwardsDone();
    await stripe.reset();
    await stripe.webhookMode({ mode: 'drop' });
    await clean();
    // Silences the functions' error log of intended failures.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => vi.restoreAllMocks());

  const broken = Object.entries(scenarios).filter(([, { steps }]) => steps);
  describe.each(broken)('%s', (_name, scenario) => {
    const { steps, end, unheard, lapsed, isOpen } = scenario;

    test('makes its listed calls', async () => {
      const { act, endOf } = await scenario.prepare();
      wire.watch();
      await act();
      expect(wire.calls()).toEqual(steps);
      const reached = isOpen ? end : await endOf();
      expect(reached).toEqual(end);
    });

    test.each(faultCases(scenario))(
      '$at $step · $fault · $way',
      async ({ at, step, fault, way }) => {
        const { act, recover, endOf } = await scenario.prepare();
        wire.watch({ at, fault });
        // The response, if any, does not matter; the end state does.
        await act().catch(() => undefined);
        await afterwardsDone();
        expect(wire.calls()[at - 1], 'the step that was broken').toBe(step);
        await recover(way);
        await afterwardsDone();
        const isUnheard =
          at === 1 && fault === 'never arrives' && way !== 'the button is pressed again';
        expect(await endOf()).toEqual(
          (isUnheard && unheard) || (way === 'time passes' && lapsed) || end,
        );
      },
    );
  });
}
