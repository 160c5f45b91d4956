import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type { NewsPlace } from '#domain/enums.ts';
import { CONFIRM_NEXT, subscribeOutcome } from './subscribe-outcome.ts';
import type { SubscribeOutcome } from './subscribe-outcome.ts';
import { useBusy } from '../islands/use-busy.ts';

/** A field for an e-mail address that wants our news. */
export default function NewsForm({ place }: { place: NewsPlace }) {
  const { busy, start, end } = useBusy();
  const [outcome, setOutcome] = useState<SubscribeOutcome | null>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const field = event.currentTarget.querySelector('input');
    if (!field || !start()) return;
    const now = await subscribeOutcome(field.value, place);
    setOutcome(now);
    if (now.rejected) field.focus();
    if (now.icon === 'celebration') field.value = '';
    end();
  }

  return (
    <form
      method="post"
      noValidate
      className="w-full max-w-md text-left"
      onSubmit={(event) => void submit(event)}
    >
      <label className="label" htmlFor="news-address">
        Your e-mail address
      </label>
      <div className="flex gap-2">
        <input
          id="news-address"
          type="email"
          className="field min-w-0 flex-1"
          autoComplete="email"
          aria-invalid={outcome?.rejected ?? false}
          aria-describedby="news-message"
        />
        <button type="submit" className="button-quiet" aria-busy={busy}>
          Join the list
        </button>
      </div>
      <output id="news-message" className="block min-h-8 pt-2">
        {outcome?.icon === 'celebration' ? (
          `${outcome.text} ${CONFIRM_NEXT}`
        ) : (
          <span className="message-error">{outcome?.text}</span>
        )}
      </output>
    </form>
  );
}
