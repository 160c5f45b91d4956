import { useId } from 'react';

interface Props {
  label: string;
  text: string;
  isWrong: boolean;
  onType: (text: string) => void;
}

/** A rate of tax, as typed. */
export function RateField({ label, text, isWrong, onType }: Props) {
  const id = useId();
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="field"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-fault` : undefined}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      {isWrong && (
        <p id={`${id}-fault`} className="message-error">
          A number from 0 to 100, with up to two decimals.
        </p>
      )}
    </div>
  );
}
