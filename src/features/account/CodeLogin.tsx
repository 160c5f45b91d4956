import { useState } from 'react';
import { CodeForm } from './CodeForm.tsx';
import { CodeRequestForm } from './CodeRequestForm.tsx';
import { forgetPending, isExpired, pendingCode } from './pending-code.ts';

interface Props {
  /** Typed in the form for a password. */
  typed: string;
  onLoggedIn: () => void;
  /** Goes back to the form for a password. */
  onPassword: () => void;
}

const EXPIRED = 'Your last code has expired. Please ask for a new one.';

/** Login by a code from an e-mail. Continues where this tab left off. */
export function CodeLogin({ typed, onLoggedIn, onPassword }: Props) {
  const [last] = useState(pendingCode);
  const expired = last !== null && isExpired(last);
  const [pending, setPending] = useState(expired ? null : last);
  const [email, setEmail] = useState(last?.email ?? (typed.includes('@') ? typed : ''));

  function changeAddress(): void {
    setEmail(pending?.email ?? '');
    forgetPending();
    setPending(null);
  }

  function usePassword(): void {
    forgetPending();
    onPassword();
  }

  return (
    <div className="grid gap-4">
      {pending ? (
        <CodeForm pending={pending} onAsked={setPending} onLoggedIn={onLoggedIn} />
      ) : (
        <CodeRequestForm email={email} {...(expired && { notice: EXPIRED })} onAsked={setPending} />
      )}
      <div className="flex flex-wrap gap-x-6">
        {pending && (
          <button type="button" className="link py-2 text-sm" onClick={changeAddress}>
            Use another address
          </button>
        )}
        <button type="button" className="link py-2 text-sm" onClick={usePassword}>
          Use my password instead
        </button>
      </div>
    </div>
  );
}
