import { Panel } from '../kit/Panel.tsx';

/** Problems that prevent publishing and scheduling. */
export function ReleaseBlockers({ blockers }: { blockers: readonly string[] }) {
  if (blockers.length === 0) return null;
  return (
    <Panel title="This cannot be published yet" className="release-warnings">
      <p>
        The law requires what is missing here. Publishing without it would stop all page updates.
        Fill it in first.
      </p>
      <ul>
        {blockers.map((blocker) => (
          <li key={blocker}>{blocker}</li>
        ))}
      </ul>
    </Panel>
  );
}
