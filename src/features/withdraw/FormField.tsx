import { keepVisible } from '#ui/islands/keep-visible.ts';

interface Props {
  name: string;
  label: string;
  autoComplete: string;
  type?: 'text' | 'email';
  inputMode?: 'numeric';
  /** The initial value. */
  value?: string;
  /** The server's errors for the field. */
  problem: readonly string[] | undefined;
}

/** A field of the withdrawal form, with its errors. */
export function FormField(props: Props) {
  const { name, label, autoComplete, type = 'text', inputMode, value, problem } = props;
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
        defaultValue={value}
        autoComplete={autoComplete}
        required
        onInput={type === 'email' ? keepVisible : undefined}
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
