import '../kit/without-eval.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { StaffMe } from '#domain/contracts/staff-me.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  type NewFactor,
  removeSecondFactor,
} from '#domain/contracts/staff-second-factor.ts';
import { Button } from '../kit/Button.tsx';
import { asStaff } from '../kit/as-staff.ts';
import { momentText } from '../kit/day-text.ts';
import { GiveCodeForm } from './GiveCodeForm.tsx';
import { Failure } from '../kit/Failure.tsx';
import { useFreshLogin } from '../kit/use-fresh-login.ts';

interface Step {
  onDone: () => void;
  onCancel: () => void;
}

function CancelButton({ onCancel }: Pick<Step, 'onCancel'>) {
  return <Button onClick={onCancel}>Cancel</Button>;
}

/** Shows the key for the app and asks for the first code. */
function AddApp({ made, onDone, onCancel }: Step & { made: NewFactor }) {
  const withFreshLogin = useFreshLogin();
  return (
    <div className="studio-factor">
      <p>
        1. Scan this with an authenticator app, or{' '}
        <a href={made.uri}>open it in one on this device</a>.
      </p>
      <img src={made.qr_code} width="220" height="220" alt="QR code of the key below" />
      <p>
        Without a camera, type this key:{' '}
        <code className="studio-key">{made.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <p>2. Enter the six digits that the app shows now.</p>
      <GiveCodeForm
        give={(code) => asStaff(confirmSecondFactor, { factor: made.factor, code })}
        label="Code"
        make={withFreshLogin}
        beside={<CancelButton onCancel={onCancel} />}
        onDone={onDone}
      >
        Add this app
      </GiveCodeForm>
    </div>
  );
}

function RemoveApp({ onDone, onCancel }: Step) {
  const withFreshLogin = useFreshLogin();
  return (
    <div className="studio-factor">
      <p>After that, your password alone opens the studio.</p>
      <GiveCodeForm
        give={(code) => asStaff(removeSecondFactor, { code })}
        make={withFreshLogin}
        beside={<CancelButton onCancel={onCancel} />}
        onDone={onDone}
      >
        Remove the app
      </GiveCodeForm>
    </div>
  );
}

/** Adds and removes the user's own authenticator app. */
export default function SecurityPage({ me }: { me: StaffMe }) {
  const [removing, setRemoving] = useState(false);
  const [news, setNews] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const withFreshLogin = useFreshLogin();
  const begin = useMutation({
    mutationFn: () => withFreshLogin(() => asStaff(beginSecondFactor, {})),
    onMutate: () => setNews(''),
  });
  const since = me.second_factor_since;

  function end(said: string): void {
    setRemoving(false);
    begin.reset();
    setNews(said);
    heading.current?.focus();
  }

  return (
    <>
      <div className="studio-bar">
        <h1 className="heading" ref={heading} tabIndex={-1}>
          Security
        </h1>
      </div>
      <output className="studio-news">{news}</output>
      <section className="studio-panel studio-factor" aria-labelledby="studio-factor">
        <h2 id="studio-factor" className="studio-subheading">
          Authenticator app
        </h2>
        {since === null && !begin.data && (
          <p>
            You have none: your password alone opens the studio. With an app such as Google
            Authenticator or 1Password, the studio also asks for a code from your phone.
          </p>
        )}
        {since !== null && (
          <p>
            Added on {momentText(since)}. The studio asks for its code at each login, and again
            before money moves when the login is older than 30 minutes.
          </p>
        )}
        <Failure of={begin.error} />
        {since === null && begin.data && (
          <AddApp
            made={begin.data}
            onDone={() => end('App added. Your other logins have ended.')}
            onCancel={() => end('')}
          />
        )}
        {since === null && !begin.data && (
          <div className="studio-actions">
            <Button look="main" busy={begin.isPending} onClick={() => begin.mutate()}>
              Add an authenticator app
            </Button>
          </div>
        )}
        {since !== null && removing && (
          <RemoveApp onDone={() => end('App removed.')} onCancel={() => end('')} />
        )}
        {since !== null && !removing && (
          <div className="studio-actions">
            <Button onClick={() => setRemoving(true)}>Remove the app…</Button>
          </div>
        )}
        {since !== null && (
          <p className="studio-soft">
            New phone? Remove the app, then add it there. Lost phone? A manager can remove it under
            Settings, Staff.
          </p>
        )}
      </section>
    </>
  );
}
