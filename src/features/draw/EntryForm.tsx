import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { fetchAccountEmail } from '#api/account-email.ts';
import { enterDraw } from '#api/draw.ts';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import type { DrawFacts } from '#domain/draws/draw-facts.ts';
import { liveSession } from '#stores/live-session.ts';
import { ofAccount } from '#stores/session.ts';
import { ItemPicture } from '#ui/ItemPicture.tsx';
import { keepVisible } from '#ui/islands/keep-visible.ts';
import { ReadyButton } from '#ui/ReadyButton.tsx';

interface Props {
  draw: DrawFacts;
  /** Opens an entry that counts already. */
  onEntered: (token: string) => void;
}

/** Enters the draw: a colour, and an address. */
export function EntryForm({ draw: { draw, colours }, onEntered }: Props) {
  const id = useId();
  const [colour, setColour] = useState(colours[0]?.variant ?? 0);
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [mailed, setMailed] = useState('');

  useEffect(() => {
    async function prefill(): Promise<void> {
      const session = ofAccount(await liveSession());
      if (!session) return;
      const account = await fetchAccountEmail(session);
      setEmail((typed) => typed || account.email);
    }
    prefill().catch((error: unknown) => {
      console.error('The account’s address could not be fetched', error);
    });
  }, []);

  async function send(): Promise<void> {
    setBusy(true);
    setProblem('');
    try {
      const session = ofAccount(await liveSession());
      const token = await enterDraw({ draw, colour, email }, session?.access);
      if (token === null) setMailed(email);
      else onEntered(token);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setProblem(fields['email']?.[0] ?? messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (mailed !== '')
    return (
      <output className="grid max-w-prose gap-3">
        <h2 className="heading">Please look into your emails.</h2>
        <p>
          If <span className="wrap-anywhere">{mailed}</span> has not entered yet, a link is on its
          way. Your entry counts once you have confirmed it there, before the draw closes.
        </p>
      </output>
    );
  return (
    <form
      className="grid max-w-md gap-6"
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="label">Colour</legend>
        {colours.map(({ variant, color_name, pieces, image }) => (
          <label
            key={variant}
            className="flex items-center gap-4 border border-bone-deep p-2 pr-4 has-checked:border-ink"
          >
            <span className="w-14 shrink-0">
              <ItemPicture image={image ?? null} />
            </span>
            <span className="min-w-0 grow">
              <span className="block font-semibold wrap-anywhere">{color_name}</span>
              <span className="block text-sm text-ink-soft">{pieces} to win</span>
            </span>
            <input
              type="radio"
              name="colour"
              className="size-5 accent-ink"
              checked={variant === colour}
              onChange={() => setColour(variant)}
            />
          </label>
        ))}
      </fieldset>
      <div>
        <label className="label" htmlFor={id}>
          Your email
        </label>
        <input
          id={id}
          type="email"
          name="email"
          autoComplete="email"
          className="field"
          value={email}
          onInput={keepVisible}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem`}
        />
        <p id={`${id}-problem`} className="message-error" role="alert" hidden={problem === ''}>
          {problem}
        </p>
      </div>
      <ReadyButton busy={busy}>Enter the draw</ReadyButton>
      <p className="text-sm text-ink-soft">
        Free, once for each person. We write to you about this draw alone.
      </p>
    </form>
  );
}
