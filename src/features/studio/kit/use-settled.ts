import { useEffect, useState } from 'react';

/** Debounce while a form is filled in, in ms. */
const PAUSE_MS = 400;

/** Input as text, once it has paused. */
export function useSettled(input: string): string {
  const [settled, setSettled] = useState(input);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(input), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [input]);
  return settled;
}
