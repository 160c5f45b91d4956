import { useEffect, useState } from 'react';
import type { SubmitEvent } from 'react';
import { messageOf } from '#api/http/api-error.ts';
import { fetchOrderNote, type OrderNote as Words, saveOrderNote } from '#api/order-note.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { withSession } from '#ui/islands/with-session.ts';

/** Maximum characters of each text. */
const LONGEST = 300;
const TOO_LONG = `Use at most ${LONGEST} characters.`;

interface FieldProps {
  id: string;
  label: string;
  hint: string;
  value: string;
  onChange: (text: string) => void;
}

function WordsField({ id, label, hint, value, onChange }: FieldProps) {
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="field"
        rows={3}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={({ currentTarget }) => {
          const { value: text } = currentTarget;
          // Not `maxlength`, which silently cuts off what is pasted.
          currentTarget.setCustomValidity(text.length > LONGEST ? TOO_LONG : '');
          onChange(text);
        }}
      />
      <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
        {hint}
      </p>
    </div>
  );
}

/** A gift message and a note to the packer, until the order leaves. */
export default function OrderNote({ order }: { order: number }) {
  const { busy, start, end } = useBusy();
  const [words, setWords] = useState<Words | null>(null);
  const [news, setNews] = useState('');
  const [problem, setProblem] = useState('');

  useEffect(() => {
    let shown = true;
    withSession((customer) => fetchOrderNote(order, customer)).then(
      (found) => shown && setWords(found),
      (error: unknown) => shown && setProblem(messageOf(error)),
    );
    return () => {
      shown = false;
    };
  }, [order]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (words === null || !start()) return;
    setNews('');
    setProblem('');
    try {
      const body = { order, gift_message: words.giftMessage.trim(), note: words.note.trim() };
      const saved = await withSession((customer) =>
        saveOrderNote(body, customer).then(() => true as const),
      );
      if (saved) setNews('Saved. You can change it here until your order is packed.');
    } catch (error) {
      setProblem(messageOf(error));
    }
    end();
  }

  if (words === null) {
    return <p className="min-h-8">{problem || 'Loading…'}</p>;
  }
  if (!words.open) {
    return <p className="text-balance">Your order is packed already, so nothing can be added.</p>;
  }
  return (
    <form
      method="post"
      className="grid w-full gap-4 text-left"
      onSubmit={(event) => void submit(event)}
    >
      <WordsField
        id="gift-message"
        label="Gift message"
        hint="Printed for the recipient, on a slip without prices."
        value={words.giftMessage}
        onChange={(giftMessage) => setWords({ ...words, giftMessage })}
      />
      <WordsField
        id="order-note"
        label="Note to us"
        hint="For the person who packs your order."
        value={words.note}
        onChange={(note) => setWords({ ...words, note })}
      />
      <div>
        <button type="submit" className="button-quiet w-full" aria-busy={busy}>
          Save
        </button>
        <output className="block min-h-8 pt-2 text-center">
          {news}
          {problem !== '' && <span className="message-error">{problem}</span>}
        </output>
      </div>
    </form>
  );
}
