import { useEffect, useState } from 'react';

/** A message to the shopper. Its id restarts the animation when the same text is shown again. */
export interface Message {
  text: string;
  good: boolean;
  id: number;
}

/** Time a message is shown, in milliseconds (spec, section 9). */
const MESSAGE_MS = 5000;

/** A message that fades after five seconds, with functions to show and hide it. */
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
