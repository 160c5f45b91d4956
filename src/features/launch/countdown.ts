import { clockOffset } from '#domain/basics/clock-offset.ts';
import { saidLeft } from '#domain/basics/countdown.ts';
import { showLeft } from '#ui/countdown-parts.ts';

const OPEN = 'It is open.';

/** This device clock's lag behind the server's, in milliseconds. */
async function askOffset(): Promise<number> {
  const asked = Date.now();
  try {
    const { headers } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
    return clockOffset(asked, Date.now(), headers.get('date'), headers.get('age'));
  } catch {
    return 0;
  }
}

/** Counts down to a moment. @param opens in milliseconds since 1970. */
function countDown(countdown: HTMLElement, opens: number): void {
  const said = countdown.querySelector('[data-countdown-said]');
  let offset = 0;
  let next = 0;

  function tick(): void {
    clearTimeout(next);
    const left = opens - Date.now() - offset;
    showLeft(countdown, left);
    // Update only on changes: screen readers announce each one.
    const text = left > 0 ? saidLeft(left) : OPEN;
    if (said && said.textContent !== text) said.textContent = text;
    if (left > 0) next = window.setTimeout(tick, left % 1000 || 1000);
  }

  async function correct(): Promise<void> {
    offset = await askOffset();
    tick();
  }

  tick();
  void correct();
  // The device's clock may have been set during sleep.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void correct();
  });
}

const countdown = document.querySelector<HTMLElement>('[data-countdown]');
const opens = Date.parse(countdown?.querySelector('time')?.dateTime ?? '');
if (countdown && !Number.isNaN(opens)) countDown(countdown, opens);
