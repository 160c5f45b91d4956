import '../kit/without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditedCategory } from '#domain/contracts/staff-categories.ts';
import { releaseQuery } from '../releases/release-queries.ts';
import { releasePlace } from '../releases/release-place.ts';
import type { Theirs } from '../releases/edits/edit-keeper.ts';
import { Editing } from '../releases/edits/Editing.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { linkTo } from '../kit/use-place.ts';
import { categoriesQuery } from './categories-query.ts';
import { categoriesIn } from './category-draft.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { categoryKind } from './category-kind.ts';
import { categoryDraftPlace, categoryPlace, newCategoryPlace } from './category-place.ts';
import { emptyCategory, type TypedCategory, typedCategory } from './typed-category.ts';
import { savedCategory } from './use-category-form.ts';

type Query = AreaPlace['query'];

interface OpenedProps {
  place: AreaPlace;
  /** The category's slug in its draft; undefined before the first save. */
  slug?: string;
  categories: readonly EditedCategory[];
  begin: () => Theirs<TypedCategory>;
}

/** The form as it began: the shop's later changes must not replace what is typed. */
function Opened({ place, slug, categories, begin }: OpenedProps) {
  const [saved] = useState(begin);
  return (
    <Editing kind={categoryKind} place={place} saved={saved}>
      {(edits) => <CategoryForm edits={edits} slug={slug} categories={categories} />}
    </Editing>
  );
}

interface DraftProps {
  id: string;
  slug: string;
  categories: readonly EditedCategory[];
}

function DraftCategory({ id, slug, categories }: DraftProps) {
  const release = useQuery(releaseQuery(id));
  const { data } = release;
  if (release.isError || !data) return <Awaited query={release} />;
  const changed = [...categoriesIn(data.changes), ...Object.keys(data.changes.order ?? {})];
  if (!changed.includes(slug) || !['draft', 'failed'].includes(data.state)) {
    return (
      <>
        <p>This release cannot be edited here.</p>
        <p className="release-verbs">
          <a className="button" {...linkTo(releasePlace(id))}>
            Show the release
          </a>
        </p>
      </>
    );
  }
  const shop = categories.find((category) => category.slug === slug);
  return (
    <Opened
      place={categoryDraftPlace(id, slug)}
      slug={slug}
      categories={categories}
      begin={() => savedCategory(data, slug, shop)}
    />
  );
}

function Content({ query, categories }: { query: Query; categories: readonly EditedCategory[] }) {
  const { slug = '', release, new: fresh, kind: asked } = query;
  if (release !== undefined)
    return <DraftCategory id={release} slug={slug} categories={categories} />;
  if (fresh !== undefined) {
    const kind = asked === 'collection' ? 'collection' : 'category';
    const form = { release: fresh, version: 0 };
    const typed = typedCategory(emptyCategory(kind), null, form);
    const begin = () => ({ typed, by: '', at: '' });
    const place = newCategoryPlace(kind, fresh);
    return <Opened key={fresh} place={place} categories={categories} begin={begin} />;
  }
  const category = categories.find((one) => one.slug === slug);
  if (!category) return <p>There is no such category.</p>;
  const begin = () => ({ typed: typedCategory(category, category), by: '', at: '' });
  return <Opened key={slug} place={categoryPlace(slug)} categories={categories} begin={begin} />;
}

function titleOf({ slug, new: fresh, kind }: Query, categories: readonly EditedCategory[]): string {
  if (fresh !== undefined) return kind === 'collection' ? 'New collection' : 'New category';
  return categories.find((category) => category.slug === slug)?.name ?? 'Category';
}

/** Edits a category or collection of the shop, a new one, or the draft of one. */
export default function CategoryPage({ query }: { query: Query }) {
  const found = useQuery(categoriesQuery);
  return (
    <>
      <p className="product-back">
        <a className="link" {...linkTo({ at: 'catalogue', page: 'categories', query: {} })}>
          Categories
        </a>
      </p>
      <div className="studio-bar">
        <h1 className="heading">{titleOf(query, found.data ?? [])}</h1>
      </div>
      <Awaited query={found} />
      {found.data && <Content query={query} categories={found.data} />}
    </>
  );
}
