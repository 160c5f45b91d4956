import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { askForCode, logInByCode } from '#api/login-code.ts';
import { latinDigits } from '#domain/basics/latin-digits.ts';
import { isRecord } from '#domain/basics/record.ts';
import { logIn } from '#stores/login/login.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { ReadyButton } from '#ui/ReadyButton.tsx';
import { forgetPending, isExpired, keepPending } from './pending-code.ts';
import type { PendingCode } from './pending-code.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** Time before another code may be asked for: e-mails take a moment. */
const WAIT_SECONDS = 30;

interface Props {
  pending: PendingCode;
  onAsked: (pending: PendingCode) => void;
  onLoggedIn: () => void;
}

interface Message {
  text: string;
  good: boolean;
}

/** Keeps the digits of a code, which some programs show and copy with a space. */
function keepDigits(input: HTMLInputElement): void {
  const digits = latinDigits(input.value).replaceAll(/\D/g, '').slice(0, 6);
  if (digits !== input.value) input.value = digits;
}

/** Whether the code can no longer work, whatever is typed. */
function isOver(error: unknown): boolean {
  const body = error instanceof ApiError && isRecord(error.body) ? error.body : {};
  return String(body['reason']).startsWith('login_code_');
}

function problemOf(error: unknown): string {
  const [wrong] = (error instanceof ApiError && error.fields['code']) || [];
  return wrong ?? messageOf(error);
}

/** Asks for the code from the e-mail, and for another one after a while. */
export function CodeForm({ pending, onAsked, onLoggedIn }: Props) {
  const { request, email, askedAt } = pending;
  const { busy, start, end } = useBusy();
  const [message, setMessage] = useState<Message | null>(null);
  const [over, setOver] = useState(false);
  const left = useSecondsLeft(askedAt, WAIT_SECONDS);
  const wait = over ? 0 : left;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function explain(text: string, good = false): void {
    setMessage({ text, good });
    field.current?.select();
    field.current?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const code = field.current?.value ?? '';
    if (code.length !== 6) return explain('Enter the six digits of the code.');
    if (!start()) return;
    setMessage(null);
    try {
      logIn(await logInByCode({ request, code }));
      forgetPending();
      setMessage({ text: 'Login successfully', good: true });
      onLoggedIn();
    } catch (error) {
      setOver(isOver(error));
      explain(problemOf(error));
      end();
    }
  }

  async function askAgain(): Promise<void> {
    if (wait > 0 || !start()) return;
    setMessage(null);
    try {
      onAsked(keepPending(await askForCode(email), email));
      setOver(false);
      if (field.current) field.current.value = '';
      explain('A new code is on its way. Only the newest one works here.', true);
    } catch (error) {
      explain(problemOf(error));
    }
    end();
  }

  return (
    <form
      method="post"
      aria-labelledby="code-login-title"
      className="grid gap-4"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h2 id="code-login-title" className="title">
        Enter Your Code
      </h2>
      <p>
        If <span className="wrap-anywhere">{email}</span> has an account, a code of six digits is on
        its way there. It works for ten minutes.
      </p>
      <div>
        <label className="label" htmlFor="code-login-code">
          Code
        </label>
        <input
          ref={field}
          id="code-login-code"
          name="code"
          className="field login-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-describedby="code-login-message"
          aria-invalid={message !== null && !message.good}
          required
          onInput={({ currentTarget }) => keepDigits(currentTarget)}
        />
      </div>
      <div>
        <ReadyButton busy={busy}>Sign In</ReadyButton>
        <output id="code-login-message" className="block min-h-8 pt-2">
          {message && (
            <span className={message.good ? 'message-success' : 'message-error'}>
              {message.text}
            </span>
          )}
        </output>
      </div>
      <div>
        <p id="code-login-wait" className="text-sm">
          {wait > 0
            ? `No e-mail? You can ask for another one in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`
            : 'No e-mail? Look among junk mail, or ask for another one.'}
        </p>
        <button
          type="button"
          className="link login-again py-2 text-sm"
          aria-disabled={wait > 0}
          aria-describedby="code-login-wait"
          onClick={() => void askAgain()}
        >
          Send a new code
        </button>
        <output className="sr-only">
          {wait === 0 && !isExpired(pending) ? 'You can ask for a new code now.' : ''}
        </output>
      </div>
    </form>
  );
}
