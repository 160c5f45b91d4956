import '../without-eval.ts';
import './own-pages.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entryDay, inPlace, type OwnPage, firstPicture } from '#domain/site-content/own-page.ts';
import type { StaffContent } from '#domain/wire/staff-content.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { releaseQuery } from '../catalogue/catalogue-queries.ts';
import { movedTo, placeText } from '../catalogue/product-order.ts';
import { releasePlace } from '../catalogue/release-place.ts';
import { SortedRows } from '../categories/SortedRows.tsx';
import type { Theirs } from '../edits/edit-keeper.ts';
import { Editing } from '../edits/Editing.tsx';
import type { AreaPlace } from '../place.ts';
import { Problem } from '../Problem.tsx';
import { problemText } from '../problem-text.ts';
import { SaveBar } from '../SaveBar.tsx';
import { useLeaveQuestion } from '../use-leave-question.ts';
import { linkTo } from '../use-place.ts';
import { ownPageKind } from './own-page-kind.ts';
import { ownPageDraftPlace, ownPagePlace, ownPagesPlace } from './own-page-place.ts';
import { OwnPageForm } from './OwnPageForm.tsx';
import { changesOfOrder } from './page-changes.ts';
import { type TypedPage, typedPage } from './typed-page.ts';
import { savedPage } from './use-own-page.ts';
import { useSaveChanges } from './use-save-changes.ts';

function factsOf({ slug, menu, footer, entry }: OwnPage): string {
  const facts = [
    `/${slug}`,
    menu && 'in the menu',
    footer && 'in the footer',
    entry !== null && `journal, ${entryDay(entry)}`,
  ];
  return facts.filter(Boolean).join(' · ');
}

function inOrder(pages: StaffContent['pages']): string[] {
  const all = Object.entries(pages).map(([id, { place, title }]) => ({ id, place, title }));
  return inPlace(all).map(({ id }) => id);
}

function NameLink({ id, name }: { id: string; name: string }) {
  return (
    <a className="link" {...linkTo(ownPagePlace(id))}>
      {name}
    </a>
  );
}

function itemOf(id: string, page: OwnPage) {
  return {
    slug: id,
    name: page.title,
    picture: firstPicture(page) ?? null,
    facts: factsOf(page),
    link: <NameLink id={id} name={page.title} />,
  };
}

/** Sorts the pages; saving makes a draft release. */
function PageList({ pages }: { pages: StaffContent['pages'] }) {
  const before = inOrder(pages);
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const [said, setSaid] = useState('');
  const { save, isSaving, error } = useSaveChanges();
  useLeaveQuestion(order !== null);
  const shown = order ?? before;
  if (before.length === 0)
    return (
      <p className="studio-empty">
        No pages yet: about, a size guide, a look-book, the journal’s entries …
      </p>
    );
  return (
    <>
      <p className="order-help">
        The order is that of menu and footer. Drag a picture to its place; on a phone hold it for a
        moment first.
      </p>
      <output className="sr-only">{said}</output>
      <SortedRows
        label="Pages"
        items={shown.flatMap((id) => {
          const page = pages[id];
          return page ? itemOf(id, page) : [];
        })}
        onMove={(id, to) => {
          const now = movedTo(shown, id, to);
          setOrder(now);
          setSaid(`${pages[id]?.title ?? ''} is now at ${placeText(now, id)}.`);
        }}
      />
      <SaveBar
        problem={error ? `Not saved: ${problemText(error)}` : ''}
        state={order ? 'Shoppers see the order once it is published.' : 'No changes yet.'}
      >
        <button
          type="button"
          className="button-quiet"
          disabled={order === null || isSaving}
          onClick={() => {
            setOrder(null);
            setSaid('All moves undone.');
          }}
        >
          Undo all moves
        </button>
        <button
          type="button"
          className="button"
          disabled={order === null || isSaving}
          onClick={() =>
            save('Order of the pages', changesOfOrder(pages, shown), () => setOrder(null))
          }
        >
          Save as a draft
        </button>
      </SaveBar>
    </>
  );
}

interface OpenedProps {
  place: AreaPlace;
  shop: StaffContent;
  begin: () => Theirs<TypedPage>;
}

/** The form as it began: the shop's later changes must not replace what is typed. */
function Opened({ place, shop, begin }: OpenedProps) {
  const [saved] = useState(begin);
  return (
    <Editing kind={ownPageKind} place={place} saved={saved}>
      {(edits) => <OwnPageForm edits={edits} shop={shop} />}
    </Editing>
  );
}

interface DraftProps {
  release: string;
  id: string;
  shop: StaffContent;
}

function DraftPage({ release, id, shop }: DraftProps) {
  const { data, isError, error, refetch } = useQuery(releaseQuery(release));
  if (isError) return <Problem text={problemText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (!data.changes.pages?.[id] || !['draft', 'failed'].includes(data.state))
    return (
      <>
        <p>This release cannot be edited here.</p>
        <p className="release-verbs">
          <a className="button" {...linkTo(releasePlace(release))}>
            Show the release
          </a>
        </p>
      </>
    );
  return (
    <Opened
      place={ownPageDraftPlace(release, id)}
      shop={shop}
      begin={() => savedPage(id, shop, data)}
    />
  );
}

function titleOf({ id, new: fresh, release }: AreaPlace['query'], shop: StaffContent): string {
  if (fresh !== undefined) return 'New page';
  return (id !== undefined && shop.pages[id]?.title) || (release ? 'Page' : 'Own pages');
}

function Content({ query, shop }: { query: AreaPlace['query']; shop: StaffContent }) {
  const { id, new: fresh, release } = query;
  if (release !== undefined && id !== undefined)
    return <DraftPage release={release} id={id} shop={shop} />;
  if (fresh !== undefined) {
    const place = Math.max(-1, ...Object.values(shop.pages).map((page) => page.place)) + 1;
    const begin = () => ({ typed: typedPage({ id: fresh, was: null, place }), by: '', at: '' });
    return <Opened key={fresh} place={ownPagePlace(fresh, true)} shop={shop} begin={begin} />;
  }
  if (id === undefined) return <PageList pages={shop.pages} />;
  const page = shop.pages[id];
  if (!page) return <p>There is no such page.</p>;
  const begin = () => ({ typed: typedPage({ id, was: page }), by: '', at: '' });
  return <Opened key={id} place={ownPagePlace(id)} shop={shop} begin={begin} />;
}

/** The pages that marketers make: their list, or the form of one. */
export default function OwnPagesPage({
  query,
  shop,
}: {
  query: AreaPlace['query'];
  shop: StaffContent;
}) {
  const [fresh] = useState(() => crypto.randomUUID());
  const isList = Object.keys(query).length === 0;
  return (
    <>
      {!isList && (
        <p className="product-back">
          <a className="link" {...linkTo(ownPagesPlace)}>
            Own pages
          </a>
        </p>
      )}
      <div className="studio-head">
        <h1 className="heading">{titleOf(query, shop)}</h1>
        {isList && (
          <a className="button-quiet" {...linkTo(ownPagePlace(fresh, true))}>
            New page
          </a>
        )}
      </div>
      <Content query={query} shop={shop} />
    </>
  );
}
