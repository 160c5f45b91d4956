import { useEffect, useState } from 'react';

/** A message to the shopper. Each has its own id, so that the same text twice is shown twice. */
export interface Message {
  text: string;
  good: boolean;
  id: number;
}

/** How long a message stays (spec, section 9). */
const MESSAGE_MS = 5000;

/** A message that fades five seconds after it was shown, and what shows it or takes it away. */
export function useFadingMessage(): {
  message: Message | null;
  showMessage: (text: string, good?: boolean) => void;
  hideMessage: () => void;
} {
  const [message, setMessage] = useState<Message | null>(null);

  useEffect(() => {
    if (message === null) return undefined;
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  function showMessage(text: string, good = false): void {
    setMessage((last) => ({ text, good, id: (last?.id ?? 0) + 1 }));
  }

  return { message, showMessage, hideMessage: () => setMessage(null) };
}
