import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import './login-panel.css';
import { takeLoginTarget } from './login-target.ts';
import { SignInForm } from './SignInForm.tsx';
import { SignUpForm } from './SignUpForm.tsx';
import { useCodeLogin } from './use-code-login.ts';
import { useFadingMessage } from './use-fading-message.ts';
import { useHydrated } from '#ui/use-hydrated.ts';

/** Long enough to read "Login successfully" before the page is left. */
const READ_MS = 800;

interface Props {
  /** The box for our news. */
  children: ReactNode;
}

type FormName = 'sign-in' | 'sign-up';

const SIDE_TEXTS = {
  'sign-in': {
    question: 'New here? Create an account and keep breaking rules.',
    toggle: 'Sign Up',
  },
  'sign-up': { question: 'Already one of us? Come straight back in.', toggle: 'Sign In' },
} as const;

function leave(): void {
  setTimeout(() => location.replace(takeLoginTarget()), READ_MS);
}

function Panel({ children }: Props) {
  const [form, setForm] = useState<FormName>('sign-in');
  const [username, setUsername] = useState('');
  const { message, showMessage, hideMessage } = useFadingMessage();
  const usernameField = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const { CodeForm, open, close } = useCodeLogin(() => showMessage('Network error'));
  const { question, toggle } = SIDE_TEXTS[form];

  // Typed or autofilled before hydration.
  useEffect(() => setUsername(usernameField.current?.value ?? ''), []);

  function welcomeNew(name: string): void {
    setForm('sign-in');
    setUsername(name);
    // The form for a password, which takes the name and shows the message.
    flushSync(close);
    if (usernameField.current) usernameField.current.value = name;
  }

  function changeForm(): void {
    setForm(form === 'sign-in' ? 'sign-up' : 'sign-in');
    hideMessage();
  }

  return (
    <div className="login-panel" data-form={form}>
      <div className="login-form login-form-sign-in" inert={form !== 'sign-in'}>
        {CodeForm ? (
          <CodeForm typed={username} onLoggedIn={leave} onPassword={close} />
        ) : (
          <SignInForm
            usernameField={usernameField}
            onType={setUsername}
            message={form === 'sign-in' ? message : null}
            onMessage={showMessage}
            onLoggedIn={leave}
            onCode={open}
          />
        )}
      </div>
      <div className="login-form login-form-sign-up" inert={form !== 'sign-up'}>
        <SignUpForm
          onType={setUsername}
          message={form === 'sign-up' ? message : null}
          onMessage={showMessage}
          onRegistered={welcomeNew}
        >
          {children}
        </SignUpForm>
      </div>
      <aside className="login-side" aria-label="Welcome">
        <h1 className="title wrap-anywhere">
          {username.trim() === '' ? 'Welcome!' : `Welcome ${username}!`}
        </h1>
        <p>{question}</p>
        <button
          type="button"
          className="eyebrow min-h-12 border border-current px-8 hover:bg-bone hover:text-ink"
          disabled={!hydrated}
          onClick={changeForm}
        >
          {toggle}
        </button>
      </aside>
    </div>
  );
}

/** Sign-in and sign-up on one sliding panel. */
export default function LoginPanel(props: Props) {
  return (
    <ErrorBoundary>
      <Panel {...props} />
    </ErrorBoundary>
  );
}
