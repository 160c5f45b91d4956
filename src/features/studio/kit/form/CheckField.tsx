import type { ReactNode } from 'react';

interface Props {
  checked: boolean;
  required?: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** A labelled checkbox. */
export function CheckField({ checked, required, onChange, children }: Props) {
  return (
    <label className="studio-check">
      <input
        type="checkbox"
        required={required}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  );
}
