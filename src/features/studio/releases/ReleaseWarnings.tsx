import { CheckField } from '../kit/form/CheckField.tsx';
import type { Warning } from './release-kind.ts';

interface Props {
  warnings: readonly Warning[];
  ticked: ReadonlySet<string>;
  onTick: (key: string, on: boolean) => void;
}

/** Warnings to confirm one by one before publishing. */
export function ReleaseWarnings({ warnings, ticked, onTick }: Props) {
  if (warnings.length === 0) return null;
  return (
    <fieldset className="release-warnings">
      <legend className="studio-subheading">Is this intended?</legend>
      {warnings.map(({ key, text }) => (
        <CheckField key={key} checked={ticked.has(key)} onChange={(on) => onTick(key, on)}>
          {text}
        </CheckField>
      ))}
    </fieldset>
  );
}
