import { useEffect, useState } from 'react';
import { askForConfirmation, fetchAccountEmail } from '#api/account-email.ts';
import type { AccountEmail } from '#api/account-email.ts';
import { messageOf } from '#api/http/api-error.ts';
import { currentSession, ofAccount } from '#stores/session.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { useRestored } from '#ui/islands/use-restored.ts';
import { withSession } from '#ui/islands/with-session.ts';

const ON_ITS_WAY = 'A link is on its way. Open it to confirm the address.';

/** The account's address while unconfirmed; undefined until known, null once confirmed or if it stays unknown. */
function useUnconfirmed(): AccountEmail | null | undefined {
  const restored = useRestored();
  const [account, setAccount] = useState<AccountEmail | null>();

  useEffect(() => {
    const customer = restored ? ofAccount(currentSession()) : null;
    if (!customer) return;
    fetchAccountEmail(customer).then(setAccount, (error: unknown) => {
      console.error('The address could not be looked up', error);
      setAccount(null);
    });
  }, [restored]);

  return account?.confirmed ? null : account;
}

/** Asks the shopper to confirm the account's e-mail address until it is confirmed. */
export function ConfirmEmail() {
  const unconfirmed = useUnconfirmed();
  const { busy, start, end } = useBusy();
  const [message, setMessage] = useState('');

  async function ask(): Promise<void> {
    if (!start()) return;
    setMessage('');
    try {
      const asked = await withSession(async (customer) => {
        await askForConfirmation(customer);
        return true;
      });
      if (asked) setMessage(ON_ITS_WAY);
    } catch (error) {
      setMessage(messageOf(error));
    }
    end();
  }

  // Sections below appear with the answer, in their final place (account-page.css).
  if (unconfirmed === undefined) return <div data-loading="" hidden />;
  if (!unconfirmed) return null;
  return (
    <section aria-labelledby="confirm-email" className="grid justify-items-start gap-4">
      <h2 id="confirm-email" className="eyebrow">
        Confirm your e-mail address
      </h2>
      <p className="max-w-prose">
        We have not heard from <span className="wrap-anywhere">{unconfirmed.email}</span> yet.
        Confirm that it is yours, so that a link for a new password always reaches you.
      </p>
      <button type="button" className="button-quiet" aria-busy={busy} onClick={() => void ask()}>
        Send a Link
      </button>
      <output className="block min-h-6 max-w-prose">{message}</output>
    </section>
  );
}
