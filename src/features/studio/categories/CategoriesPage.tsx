import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditedCategory } from '#domain/contracts/staff-categories.ts';
import { Panel } from '../kit/Panel.tsx';
import { OrderSaveBar } from '../catalogue/OrderSaveBar.tsx';
import { movedTo, placeText } from '../kit/sorting/moved.ts';
import type { TypedOrder } from '../catalogue/order-kind.ts';
import { OrderEditing } from '../catalogue/OrderEditing.tsx';
import { type OrderSource, useOrderDraft } from '../catalogue/use-order-draft.ts';
import type { EditKeeper } from '../releases/edits/edit-keeper.ts';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { linkTo } from '../kit/use-place.ts';
import { categoriesQuery } from './categories-query.ts';
import { categoryFacts } from './category-facts.ts';
import { categoryPlace, newCategoryPlace } from './category-place.ts';
import { SortedRows } from '../catalogue/SortedRows.tsx';

function menuPlace(release?: string): AreaPlace {
  return {
    at: 'catalogue',
    page: 'categories',
    query: release === undefined ? {} : { release },
  };
}

function NameLink({ category: { slug, name } }: { category: EditedCategory }) {
  return (
    <a className="link" {...linkTo(categoryPlace(slug))}>
      {name}
    </a>
  );
}

function Archived({ categories }: { categories: readonly EditedCategory[] }) {
  if (categories.length === 0) return null;
  return (
    <Panel title="Archived" className="categories-archived">
      <ul>
        {categories.map((category) => (
          <li key={category.slug}>
            <NameLink category={category} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface MenuProps {
  categories: readonly EditedCategory[];
  edits: EditKeeper<TypedOrder>;
  source: OrderSource;
}

/** Sorts the menu; saving makes a draft release. */
function MenuEditor({ categories, edits, source }: MenuProps) {
  const draft = useOrderDraft(edits, source);
  const placeOf = ({ slug }: EditedCategory) => {
    const place = draft.now.indexOf(slug);
    return place === -1 ? draft.now.length : place;
  };
  const sorted = categories.toSorted((a, b) => placeOf(a) - placeOf(b));
  const live = sorted.filter(({ archived }) => !archived);
  const archived = sorted.filter((category) => category.archived);

  function move(slug: string, to: number): void {
    const now = movedTo(
      live.map((category) => category.slug),
      slug,
      to,
    );
    const name = live.find((category) => category.slug === slug)?.name ?? '';
    const rest = archived.map((category) => category.slug);
    draft.change([...now, ...rest], `${name} is now at ${placeText(now, slug)}.`);
  }

  return (
    <>
      <p className="order-help">
        The order is that of the menu. Drag a picture to its place; on a phone hold it for a moment
        first.
      </p>
      <output className="sr-only">{draft.said}</output>
      <SortedRows
        label="Categories"
        items={live.map((category) => ({
          id: category.slug,
          name: category.name,
          picture: category.picture ?? category.image,
          facts: categoryFacts(category),
          link: <NameLink category={category} />,
        }))}
        onMove={move}
      />
      <Archived categories={archived} />
      <OrderSaveBar draft={draft} />
    </>
  );
}

function slugsOf(categories: readonly EditedCategory[]): string[] {
  return categories.map(({ slug }) => slug);
}

/** The categories and collections, in the order of the menu. @param release a draft of that order to edit. */
export default function CategoriesPage({ release }: { release: string | undefined }) {
  const client = useQueryClient();
  const found = useQuery(categoriesQuery);
  const source: OrderSource = {
    title: 'Order of the menu',
    load: async () => slugsOf(await client.fetchQuery({ ...categoriesQuery, staleTime: 0 })),
    orderIn: ({ menu }) => menu,
    withOrder: (changes, menu) => ({ ...changes, menu }),
    placeOf: menuPlace,
  };
  const [ids] = useState(() => ({
    category: crypto.randomUUID(),
    collection: crypto.randomUUID(),
  }));
  return (
    <>
      <div className="studio-head">
        <h1 className="heading">Categories</h1>
        <div className="studio-actions">
          <a className="button-quiet" {...linkTo(newCategoryPlace('category', ids.category))}>
            New category
          </a>
          <a className="button-quiet" {...linkTo(newCategoryPlace('collection', ids.collection))}>
            New collection
          </a>
        </div>
      </div>
      <Awaited query={found} />
      {found.data && (
        <OrderEditing
          key={release}
          subjects={['menu']}
          source={source}
          order={slugsOf(found.data)}
          place={menuPlace()}
          release={release}
        >
          {(edits) => <MenuEditor categories={found.data} edits={edits} source={source} />}
        </OrderEditing>
      )}
    </>
  );
}
