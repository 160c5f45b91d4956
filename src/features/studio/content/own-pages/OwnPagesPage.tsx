import '../../kit/without-eval.ts';
import './own-pages.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { entryDay } from '#domain/site-content/entry-day.ts';
import { type OwnPage, firstPicture } from '#domain/site-content/own-page.ts';
import type { StaffContent } from '#domain/contracts/staff-content.ts';
import type { TypedOrder } from '../../catalogue/order-kind.ts';
import { OrderEditing } from '../../catalogue/OrderEditing.tsx';
import { OrderSaveBar } from '../../catalogue/OrderSaveBar.tsx';
import { movedTo, placeText } from '../../kit/sorting/moved.ts';
import { type OrderSource, useOrderDraft } from '../../catalogue/use-order-draft.ts';
import { SortedRows } from '../../catalogue/SortedRows.tsx';
import type { EditKeeper } from '../../releases/edits/edit-keeper.ts';
import { DraftOf } from '../../releases/edits/DraftOf.tsx';
import { asInShop, type Theirs } from '../../releases/edits/theirs.ts';
import { EditingFrom } from '../../releases/edits/Editing.tsx';
import { contentQuery } from '../../kit/content-query.ts';
import type { AreaPlace } from '../../kit/place.ts';
import { linkTo } from '../../kit/use-place.ts';
import { ownPageKind } from './own-page-kind.ts';
import {
  ownPageDraftPlace,
  ownPagePlace,
  ownPagesPlace,
  pageOrderPlace,
} from './own-page-place.ts';
import { OwnPageForm } from './OwnPageForm.tsx';
import { orderInDraft, orderOfPages, withOrderOfPages } from './page-changes.ts';
import { type TypedPage, typedPage } from './typed-page.ts';
import { savedPage } from './use-own-page.ts';

/** Pages whose editors are named: a form has at most 20 subjects. Drafts of all are found by `pages`. */
const MOST_NAMED = 19;

function factsOf({ slug, menu, footer, entry }: OwnPage): string {
  const facts = [
    `/${slug}`,
    menu && 'in the menu',
    footer && 'in the footer',
    entry !== null && `journal, ${entryDay(entry)}`,
  ];
  return facts.filter(Boolean).join(' · ');
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
    id,
    name: page.title,
    picture: firstPicture(page) ?? null,
    facts: factsOf(page),
    link: <NameLink id={id} name={page.title} />,
  };
}

interface ListProps {
  pages: StaffContent['pages'];
  edits: EditKeeper<TypedOrder>;
  source: OrderSource;
}

/** Sorts the pages; saving makes a draft release. */
function PageList({ pages, edits, source }: ListProps) {
  const draft = useOrderDraft(edits, source);
  // A page added since the order was typed comes last.
  const shown = [...new Set([...draft.now, ...orderOfPages(pages)])].filter((id) => pages[id]);
  return (
    <>
      {shown.length > 1 && (
        <p className="order-help">
          The order is that of menu and footer. Drag a picture to its place; on a phone hold it for
          a moment first.
        </p>
      )}
      <output className="sr-only">{draft.said}</output>
      <SortedRows
        label="Pages"
        items={shown.flatMap((id) => {
          const page = pages[id];
          return page ? itemOf(id, page) : [];
        })}
        onMove={(id, to) => {
          const now = movedTo(shown, id, to);
          draft.change(now, `${pages[id]?.title ?? ''} is now at ${placeText(now, id)}.`);
        }}
      />
      {shown.length > 1 && <OrderSaveBar draft={draft} />}
    </>
  );
}

interface SortingProps {
  pages: StaffContent['pages'];
  /** A draft to edit. */
  release: string | undefined;
}

function Sorting({ pages, release }: SortingProps) {
  const client = useQueryClient();
  if (Object.keys(pages).length === 0)
    return (
      <p className="studio-empty">
        No pages yet: about, a size guide, a look-book, the journal’s entries …
      </p>
    );
  const source: OrderSource = {
    title: 'Order of the pages',
    load: async () =>
      orderOfPages((await client.fetchQuery({ ...contentQuery, staleTime: 0 })).pages),
    orderIn: (changes) => orderInDraft(pages, changes),
    withOrder: (changes, { now }) => withOrderOfPages(pages, changes, now),
    placeOf: pageOrderPlace,
  };
  const order = orderOfPages(pages);
  return (
    <OrderEditing
      key={release}
      subjects={['pages', ...order.slice(0, MOST_NAMED).map((id) => `page/${id}`)]}
      source={source}
      order={order}
      place={ownPagesPlace}
      release={release}
    >
      {(edits) => <PageList pages={pages} edits={edits} source={source} />}
    </OrderEditing>
  );
}

interface FormProps {
  place: AreaPlace;
  shop: StaffContent;
  begin: () => Theirs<TypedPage>;
}

function Form({ shop, ...form }: FormProps) {
  return (
    <EditingFrom kind={ownPageKind} {...form}>
      {(edits) => <OwnPageForm edits={edits} shop={shop} />}
    </EditingFrom>
  );
}

function titleOf({ id, new: fresh }: AreaPlace['query'], shop: StaffContent): string {
  if (fresh !== undefined) return 'New page';
  if (id === undefined) return 'Own pages';
  return shop.pages[id]?.title ?? 'Page';
}

function Content({ query, shop }: { query: AreaPlace['query']; shop: StaffContent }) {
  const { id, new: fresh, release } = query;
  if (release !== undefined && id !== undefined)
    return (
      <DraftOf id={release} isIn={({ pages }) => pages?.[id] !== undefined}>
        {(draft) => (
          <Form
            place={ownPageDraftPlace(release, id)}
            shop={shop}
            begin={() => savedPage(id, shop, draft)}
          />
        )}
      </DraftOf>
    );
  if (fresh !== undefined) {
    const place = Math.max(-1, ...Object.values(shop.pages).map((page) => page.place)) + 1;
    const begin = () => asInShop(typedPage({ id: fresh, was: null, place }));
    return <Form key={fresh} place={ownPagePlace(fresh, true)} shop={shop} begin={begin} />;
  }
  if (id === undefined) return <Sorting pages={shop.pages} release={release} />;
  const page = shop.pages[id];
  if (!page) return <p>There is no such page.</p>;
  const begin = () => asInShop(typedPage({ id, was: page }));
  return <Form key={id} place={ownPagePlace(id)} shop={shop} begin={begin} />;
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
  const isList = query['id'] === undefined && query['new'] === undefined;
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
