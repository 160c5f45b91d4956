import { Suspense } from 'react';
import { Loading } from '#ui/islands/Loading.tsx';
import { type ChangesProps, useReleaseKinds } from './release-kind.ts';

/** Changes of a release. */
export function ReportView(props: ChangesProps) {
  const kinds = useReleaseKinds();
  const changed = kinds.filter(({ isIn }) => isIn(props.report));
  return (
    <div className="release-report">
      {changed.length === 0 && <p>Nothing in the shop changes.</p>}
      <Suspense fallback={<Loading />}>
        {kinds.map(({ Changes }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the kinds never change
          <Changes key={place} {...props} />
        ))}
      </Suspense>
    </div>
  );
}
