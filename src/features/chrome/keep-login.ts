import { tokenExpiry } from '#domain/token.ts';
import { liveSession } from '#stores/live-session.ts';
import { $session } from '#stores/session.ts';

let timer: ReturnType<typeof setTimeout> | undefined;

function renew(earlyMs?: number): void {
  liveSession(earlyMs).catch((error: unknown) =>
    console.error('The login could not be renewed', error),
  );
}

$session.subscribe((session) => {
  clearTimeout(timer);
  if (!session) return;
  const life = (tokenExpiry(session.access) ?? 0) * 1000 - Date.now();
  // With a tenth of its life left, so that no call meets an expired token.
  timer = setTimeout(renew, life * 0.9, life);
});

renew();
