import { useEffect, useState } from 'react';

/** Whole seconds of a wait that began at a moment (milliseconds since 1970), counted down to 0. */
export function useSecondsLeft(began: number, seconds: number): number {
  const [now, setNow] = useState(Date.now);
  // The time of the last tick may be long ago when another wait begins.
  const left = Math.min(seconds, Math.max(0, seconds + Math.ceil((began - now) / 1000)));
  const runs = left > 0;

  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [runs]);

  return left;
}
