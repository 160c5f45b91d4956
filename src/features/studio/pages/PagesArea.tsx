import '../without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '#ui/islands/Loading.tsx';
import type { AreaPlace } from '../place.ts';
import { problemText } from '../problem-text.ts';
import { Problem } from '../Problem.tsx';
import { contentPages } from './content-pages.ts';
import { contentQuery } from './content-query.ts';
import { PageEditor } from './PageEditor.tsx';

/** Content of the shop's pages, for marketers. */
export default function PagesArea({ place }: { place: AreaPlace }) {
  const content = useQuery(contentQuery);
  const about = contentPages.find(({ page }) => page === place.page) ?? contentPages[0];
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">{about.title}</h1>
      </div>
      {content.isError && !content.data && (
        <Problem text={problemText(content.error)} onRetry={() => void content.refetch()} />
      )}
      {content.isPending && <Loading />}
      {content.data && <PageEditor key={about.page} about={about} shop={content.data} />}
    </>
  );
}
