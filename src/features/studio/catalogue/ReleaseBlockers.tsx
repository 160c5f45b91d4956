/** Why a release can be neither published nor scheduled as it is. */
export function ReleaseBlockers({ blockers }: { blockers: readonly string[] }) {
  if (blockers.length === 0) return null;
  return (
    <section className="release-warnings" aria-labelledby="release-blockers">
      <h2 id="release-blockers" className="studio-subheading">
        This cannot be published yet
      </h2>
      <p>
        The law wants what is missing here. If it were published, no page of the shop could be
        updated until it is there. Fill it in first.
      </p>
      <ul>
        {blockers.map((blocker) => (
          <li key={blocker}>{blocker}</li>
        ))}
      </ul>
    </section>
  );
}
