import { useState } from 'react';

interface Props {
  id: string;
  autoComplete: 'current-password' | 'new-password';
  label?: string;
  /** Characters, where the browser should ask for them. */
  minLength?: number;
}

/** A password with a button that shows or hides it; hidden to begin with. */
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
          className="field pr-20"
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
