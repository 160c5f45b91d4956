import type { Warning } from './warnings.ts';

interface Props {
  warnings: readonly Warning[];
  ticked: ReadonlySet<string>;
  onTick: (key: string, on: boolean) => void;
}

/** What has to be ticked, line by line, before a release can be published. */
export function ReleaseWarnings({ warnings, ticked, onTick }: Props) {
  if (warnings.length === 0) return null;
  return (
    <fieldset className="release-warnings">
      <legend className="studio-subheading">Is this meant?</legend>
      {warnings.map(({ key, text }) => (
        <label key={key} className="studio-check">
          <input
            type="checkbox"
            checked={ticked.has(key)}
            onChange={({ currentTarget: { checked } }) => onTick(key, checked)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
