import type { Message } from './use-fading-message.ts';

/** A form's message below its button; the place is kept, so that no message moves the form. */
export function FormMessage({ message }: { message: Message | null }) {
  return (
    <output className="block min-h-8">
      {message && (
        <span
          key={message.id}
          className={`login-message ${message.good ? 'message-success' : 'message-error'}`}
        >
          {message.text}
        </span>
      )}
    </output>
  );
}
