import '../kit/without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import type { StaffContent } from '#domain/contracts/staff-content.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { releaseQuery } from '../releases/release-queries.ts';
import { releasePlace } from '../releases/release-place.ts';
import { stateNames } from '../releases/release-texts.ts';
import type { Theirs } from '../releases/edits/edit-keeper.ts';
import { Editing } from '../releases/edits/Editing.tsx';
import { linkTo } from '../kit/use-place.ts';
import { contentPages } from '../content/pages/content-pages.ts';
import { contentQuery } from '../content/pages/content-query.ts';
import { draftPage, type TypedPage, typedPage } from '../content/pages/edited-content.ts';
import { pageKind } from '../content/pages/page-kind.ts';
import { pageDraftPlace, pagePlace } from '../content/pages/page-place.ts';
import { PageEditor } from '../content/pages/PageEditor.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';

interface FormProps {
  about: (typeof contentPages)[number];
  shop: StaffContent;
}

function Form({ about, shop, place, saved }: FormProps & FormOf) {
  const [kind] = useState(() => pageKind(about, shop.content));
  return (
    <Editing kind={kind} place={place} saved={saved}>
      {(edits) => <PageEditor about={about} edits={edits} shop={shop} />}
    </Editing>
  );
}

interface FormOf {
  place: AreaPlace;
  saved: Theirs<TypedPage>;
}

/** The form of a page in a draft. */
function DraftForm({ about, shop, release }: FormProps & { release: string }) {
  const draft = useQuery(releaseQuery(release));
  const { data } = draft;
  const saved = useMemo(
    () =>
      data && { typed: draftPage(shop.content, data), by: data.changed_by, at: data.changed_at },
    [data, shop],
  );
  if (draft.isError || !data || !saved) return <Awaited query={draft} />;
  if (!['draft', 'failed'].includes(data.state))
    return (
      <p>
        This release is {stateNames[data.state].toLowerCase()}, so it cannot be edited here.{' '}
        <a className="link" {...linkTo(releasePlace(release))}>
          Show the release
        </a>
      </p>
    );
  return (
    <Form about={about} shop={shop} place={pageDraftPlace(about.page, release)} saved={saved} />
  );
}

function ShopForm({ about, shop }: FormProps) {
  const saved = useMemo(() => ({ typed: typedPage(shop.content), by: '', at: '' }), [shop]);
  return <Form about={about} shop={shop} place={pagePlace(about.page)} saved={saved} />;
}

function Opened({ release, ...props }: FormProps & { release: string | undefined }) {
  return release === undefined ? (
    <ShopForm {...props} />
  ) : (
    <DraftForm {...props} release={release} />
  );
}

// Lazy: few marketers open them, and they bring what sorts lists.
const OwnPagesPage = lazyPart(() => import('../content/own-pages/OwnPagesPage.tsx'));
const RedirectsPage = lazyPart(() => import('../content/own-pages/RedirectsPage.tsx'));

/** Content of the shop's pages, for marketers. */
export default function PagesArea({ place }: { place: AreaPlace }) {
  const content = useQuery(contentQuery);
  const { release } = place.query;
  const about = contentPages.find(({ page }) => page === place.page) ?? contentPages[0];
  if (place.page === 'own' || place.page === 'redirects') {
    if (!content.data) return <Awaited query={content} />;
    return (
      <Suspense fallback={<Loading />}>
        {place.page === 'own' ? (
          <OwnPagesPage query={place.query} shop={content.data} />
        ) : (
          <RedirectsPage shop={content.data} release={release} />
        )}
      </Suspense>
    );
  }
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">{about.title}</h1>
      </div>
      {!content.data && <Awaited query={content} />}
      {content.data && (
        <Opened
          key={`${about.page} ${release}`}
          about={about}
          release={release}
          shop={content.data}
        />
      )}
    </>
  );
}
