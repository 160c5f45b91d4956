import { useState } from 'react';

interface Props {
  id: string;
  autoComplete: 'current-password' | 'new-password';
  label?: string;
  /** In characters; checked by the browser. */
  minLength?: number;
}

/** A password field with a button to show or hide it; initially hidden. */
export function PasswordField({ id, autoComplete, label = 'Password', minLength }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          name="password"
          type={shown ? 'text' : 'password'}
          className="field pr-24"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          minLength={minLength}
          required
        />
        <button
          type="button"
          className="eyebrow absolute inset-y-0 right-0 min-w-18 px-3"
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
          <span className="sr-only"> password</span>
        </button>
      </div>
    </div>
  );
}
