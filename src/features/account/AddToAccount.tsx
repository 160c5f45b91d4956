import { addToAccount } from '#api/claim-order.ts';
import { isLoggedIn, JoinButton } from './JoinButton.tsx';

/** Adds a guest's order to the account of its address, after a login. */
export function AddToAccount({ token }: { token: string }) {
  const loggedIn = isLoggedIn();
  return (
    <>
      <p className="max-w-prose">
        {loggedIn
          ? 'This address has an account. Add the order to it, to track it and return items there.'
          : 'This address has an account. Log in, and the order joins it.'}
      </p>
      <div className="max-w-md">
        <JoinButton name="Add to My Account" join={(session) => addToAccount(token, session)} />
        {!loggedIn && (
          <a className="link inline-block py-2 text-sm" href="/forgot-password">
            Forgot password?
          </a>
        )}
      </div>
    </>
  );
}
