import type { Message } from './use-fading-message.ts';

/** A form's message below its button; its space is reserved, so that nothing shifts. */
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
