import { serverNow } from '#browser/server-clock.ts';
import { tokenTimes } from '#domain/basics/token.ts';
import { liveSession } from '#stores/live-session.ts';
import { $session } from '#stores/session.ts';

/** Browser timers longer than 24 days fire at once. */
const DAY_MS = 86_400_000;

let timer: ReturnType<typeof setTimeout> | undefined;

function renew(earlyMs?: number): void {
  liveSession(earlyMs).catch(console.error);
}

$session.subscribe((session) => {
  clearTimeout(timer);
  if (!session) return;
  const life = tokenTimes(session.access).expiry * 1000 - serverNow();
  // With a tenth of its lifetime left, so that no call uses an expired token.
  timer = setTimeout(renew, Math.min(life * 0.9, DAY_MS), life);
});

renew();
