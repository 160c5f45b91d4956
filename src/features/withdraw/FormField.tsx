interface Props {
  name: string;
  label: string;
  autoComplete: string;
  type?: 'text' | 'email';
  inputMode?: 'numeric';
  /** Messages of the server about it. */
  problem: readonly string[] | undefined;
}

/** A field of the withdrawal's form, with what is wrong with it. */
export function FormField({ name, label, autoComplete, type = 'text', inputMode, problem }: Props) {
  const id = `withdraw-${name}`;
  const [wrong] = problem ?? [];
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        name={name}
        type={type}
        inputMode={inputMode}
        className="field"
        autoComplete={autoComplete}
        required
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : `${id}-problem`}
      />
      {wrong !== undefined && (
        <p className="message-error" id={`${id}-problem`}>
          {wrong}
        </p>
      )}
    </div>
  );
}
