import { useState } from 'react';
import { followDrawLink } from '#api/draw.ts';
import { beginAsGuest } from '#api/guest.ts';
import { messageOf } from '#api/http/api-error.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import { DRAWN_TWICE } from '#domain/draws/drawn-twice.ts';
import type { DrawEntry } from '#domain/draws/draw-facts.ts';
import { liveSession } from '#stores/live-session.ts';
import { logIn } from '#stores/login/login.ts';
import { currentSession } from '#stores/session.ts';

/** Heading and text for the state of an entry. */
function wordsOf({ confirmed_at, email, place, state, ends_at, ...entry }: DrawEntry) {
  const piece = `${entry.product_name} in ${entry.color_name}`;
  if (email == null)
    return { heading: 'Withdrawn.', text: 'This entry can no longer win, and names nobody.' };
  if (!confirmed_at)
    return {
      heading: 'Confirm your entry.',
      text: `It counts once you press the button, until ${londonText(entry.closes_at)}.`,
    };
  if (state === 'offered' && ends_at)
    return {
      heading: 'You won.',
      text: `We keep one ${piece} for you until ${londonText(ends_at)}. It goes into your cart, and you pay as usual.`,
    };
  if (state === 'bought') return { heading: 'It is yours.', text: `You have bought ${piece}.` };
  if (state === 'lapsed')
    return { heading: 'It went to the next.', text: 'The 24 hours of your piece are over.' };
  if (state === 'refused')
    return {
      heading: 'It went to the next.',
      text: `${DRAWN_TWICE} Your payment goes back in full.`,
    };
  if (place != null)
    return {
      heading: 'Not this time.',
      text: `Your entry came in place ${place}, for ${entry.pieces} to win. If winners leave theirs, we write to you.`,
    };
  return {
    heading: 'You are in.',
    text: `Your entry for ${piece} counts. Entries close on ${londonText(entry.closes_at)}, and we write to you either way.`,
  };
}

interface Props {
  entry: DrawEntry;
  token: string;
  onChange: (entry: DrawEntry) => void;
}

/** An entry of the visitor's, with what can be done about it. */
export function OwnEntry({ entry, token, onChange }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const { heading, text } = wordsOf(entry);
  const isOver = entry.email == null || ['bought', 'lapsed', 'refused'].includes(entry.state ?? '');

  async function run(act: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      await act();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  const follow = (act: 'confirm' | 'leave') =>
    run(async () => onChange(await followDrawLink({ token, do: act })));
  const claim = () =>
    run(async () => {
      if (!(await liveSession())) logIn(await beginAsGuest());
      await followDrawLink({ token, do: 'claim' }, currentSession()?.access);
      location.assign(`/buy/${entry.variant}:1`);
    });

  return (
    <div className="grid max-w-prose gap-4">
      <h2 className="heading">{heading}</h2>
      <output>{text}</output>
      {entry.email != null && !entry.confirmed_at && (
        <p>
          <button
            type="button"
            className="button"
            aria-busy={busy}
            onClick={() => void follow('confirm')}
          >
            Confirm my entry
          </button>
        </p>
      )}
      {entry.state === 'offered' && (
        <p>
          <button type="button" className="button" aria-busy={busy} onClick={() => void claim()}>
            Buy it
          </button>
        </p>
      )}
      {problem && (
        <p className="message-error" role="alert">
          {problem}
        </p>
      )}
      {entry.receipt && (
        <div>
          <p className="eyebrow">Your receipt</p>
          <p className="mt-1 font-mono text-sm wrap-anywhere">{entry.receipt}</p>
        </div>
      )}
      {entry.salt && entry.email != null && (
        <details className="text-sm">
          <summary className="link">How it is made</summary>
          <p className="mt-2 wrap-anywhere">
            SHA-256 of the entry’s id <code>{entry.id}</code> and of the SHA-256 of the salt{' '}
            <code>{entry.salt}</code> and your address. Keep the salt to yourself: without it the
            receipt says nothing about you.
          </p>
        </details>
      )}
      {!isOver && (
        <p>
          <button type="button" className="link text-sm" onClick={() => void follow('leave')}>
            Withdraw this entry
          </button>
        </p>
      )}
    </div>
  );
}
