import '../kit/without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import type { Release } from '#domain/contracts/staff-releases.ts';
import type { StaffContent } from '#domain/contracts/staff-content.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { DraftOf } from '../releases/edits/DraftOf.tsx';
import { asInDraft, asInShop, type Theirs } from '../releases/edits/theirs.ts';
import { Editing } from '../releases/edits/Editing.tsx';
import { contentPages } from '../content/pages/content-pages.ts';
import { contentQuery } from '../kit/content-query.ts';
import { draftPage, type TypedPage, typedPage } from '../content/pages/edited-content.ts';
import { pageKind } from '../content/pages/page-kind.ts';
import { pageDraftPlace, pagePlace } from '../content/pages/page-place.ts';
import { PageEditor } from '../content/pages/PageEditor.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';

interface FormProps {
  about: (typeof contentPages)[number];
  shop: StaffContent;
}

function Form({ about, shop, ...form }: FormProps & FormOf) {
  const [kind] = useState(() => pageKind(about, shop.content));
  return (
    <Editing kind={kind} {...form}>
      {(edits) => <PageEditor about={about} edits={edits} shop={shop} />}
    </Editing>
  );
}

interface FormOf {
  place: AreaPlace;
  saved: Theirs<TypedPage>;
}

function DraftPage({ draft, ...props }: FormProps & { draft: Release }) {
  const { about, shop } = props;
  const saved = useMemo(() => asInDraft(draftPage(shop.content, draft), draft), [draft, shop]);
  return <Form {...props} place={pageDraftPlace(about.page, draft.id)} saved={saved} />;
}

function ShopPage(props: FormProps) {
  const { about, shop } = props;
  const saved = useMemo(() => asInShop(typedPage(shop.content)), [shop]);
  return <Form {...props} place={pagePlace(about.page)} saved={saved} />;
}

function Opened({ release, ...props }: FormProps & { release: string | undefined }) {
  if (release === undefined) return <ShopPage {...props} />;
  return <DraftOf id={release}>{(draft) => <DraftPage {...props} draft={draft} />}</DraftOf>;
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
