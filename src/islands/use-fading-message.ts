import { useEffect, useState } from 'react';

/** A message to the shopper. Each has its own id, so that the same text twice is shown twice. */
export interface Message {
  text: string;
  good: boolean;
  id: number;
}

/** How long a message stays (spec, section 9). */
const MESSAGE_MS = 5000;

/** A message that fades five seconds after it was shown, and the function that shows one. */
export function useFadingMessage(): [Message | null, (text: string, good?: boolean) => void] {
  const [message, setMessage] = useState<Message | null>(null);

  useEffect(() => {
    if (message === null) return undefined;
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  function show(text: string, good = false): void {
    setMessage((last) => ({ text, good, id: (last?.id ?? 0) + 1 }));
  }

  return [message, show];
}
