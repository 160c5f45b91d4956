import { Field } from './Field.tsx';

/** The field `password` of a form that confirms a login. */
export function PasswordField() {
  return (
    <Field label="Your password">
      {(about) => (
        <input
          {...about}
          name="password"
          type="password"
          className="field"
          autoComplete="current-password"
          required
        />
      )}
    </Field>
  );
}
