/** Problems that prevent publishing and scheduling. */
export function ReleaseBlockers({ blockers }: { blockers: readonly string[] }) {
  if (blockers.length === 0) return null;
  return (
    <section className="release-warnings" aria-labelledby="release-blockers">
      <h2 id="release-blockers" className="studio-subheading">
        This cannot be published yet
      </h2>
      <p>
        The law requires what is missing here. Publishing without it would stop all page updates.
        Fill it in first.
      </p>
      <ul>
        {blockers.map((blocker) => (
          <li key={blocker}>{blocker}</li>
        ))}
      </ul>
    </section>
  );
}
