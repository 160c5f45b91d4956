import type { ReleaseOptions, ReleaseReport } from '#domain/wire/staff-releases.ts';

/** What decides conflicts, where there are any. */
const choices: readonly {
  option: 'overwrite' | 'restore';
  text: string;
  has: (report: ReleaseReport) => boolean;
}[] = [
  {
    option: 'overwrite',
    text: 'Where the shop has changed since, too, this release decides',
    has: ({ catalogue, content, order }) =>
      [
        ...(catalogue?.conflicts ?? []),
        ...(content?.conflicts ?? []),
        // Of a category that is gone there is nothing to decide.
        ...(order?.conflicts.filter(({ shop }) => shop !== null) ?? []),
      ].length > 0,
  },
  {
    option: 'restore',
    text: 'Bring back what was archived since',
    has: ({ catalogue }) => (catalogue?.stay_archived.length ?? 0) > 0,
  },
];

interface Props {
  report: ReleaseReport;
  options: ReleaseOptions;
  busy: boolean;
  onChoose: (option: 'overwrite' | 'restore', on: boolean) => void;
}

/** Whether conflicts are left as the shop has them, or decided. */
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
