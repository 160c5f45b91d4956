import type { ReleaseOptions, ReleaseReport } from '#domain/contracts/staff-releases.ts';

/** Options that resolve conflicts. */
const choices: readonly {
  option: 'overwrite' | 'restore';
  text: string;
  has: (report: ReleaseReport) => boolean;
}[] = [
  {
    option: 'overwrite',
    text: 'On conflict, use this release’s values',
    has: ({ catalogue, content, pages, redirects, order, menu }) =>
      [
        ...(catalogue?.conflicts ?? []),
        ...(catalogue?.categories.conflicts ?? []),
        ...(menu?.conflicts ?? []),
        ...(content?.conflicts ?? []),
        ...(pages?.conflicts ?? []),
        ...(redirects?.conflicts ?? []),
        // A removed category leaves no conflict to resolve.
        ...(order?.conflicts.filter(({ shop }) => shop !== null) ?? []),
      ].length > 0,
  },
  {
    option: 'restore',
    text: 'Restore what was archived since',
    has: ({ catalogue }) => (catalogue?.stay_archived.length ?? 0) > 0,
  },
];

interface Props {
  report: ReleaseReport;
  options: ReleaseOptions;
  busy: boolean;
  onChoose: (option: 'overwrite' | 'restore', on: boolean) => void;
}

/** Options for the conflicts of a release, if any. */
export function ReleaseChoices({ report, options, busy, onChoose }: Props) {
  return choices
    .filter(({ option, has }) => options[option] || has(report))
    .map(({ option, text }) => (
      <label key={option} className="studio-check">
        <input
          type="checkbox"
          checked={options[option]}
          disabled={busy}
          onChange={({ currentTarget: { checked } }) => onChoose(option, checked)}
        />
        {text}
      </label>
    ));
}
