import '../without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditedCategory } from '#domain/wire/staff-categories.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { releaseQuery } from '../catalogue/catalogue-queries.ts';
import { releasePlace } from '../catalogue/release-place.ts';
import type { AreaPlace } from '../place.ts';
import { Problem } from '../Problem.tsx';
import { problemText } from '../problem-text.ts';
import { linkTo } from '../use-place.ts';
import { categoriesQuery } from './categories-query.ts';
import { categoryOfDraft, draftCategory } from './category-draft.ts';
import { CategoryForm } from './CategoryForm.tsx';
import { emptyCategory, type TypedCategory, typedCategory } from './typed-category.ts';

type Query = AreaPlace['query'];

interface OpenedProps {
  name: string;
  categories: readonly EditedCategory[];
  begin: () => TypedCategory;
}

/** The form as it began: the shop's later changes must not replace what is typed. */
function Opened({ name, categories, begin }: OpenedProps) {
  const [saved] = useState(begin);
  return <CategoryForm name={name} saved={saved} categories={categories} />;
}

function DraftCategory({ id, categories }: { id: string; categories: readonly EditedCategory[] }) {
  const release = useQuery(releaseQuery(id));
  const { data } = release;
  if (release.isError)
    return <Problem text={problemText(release.error)} onRetry={() => void release.refetch()} />;
  if (!data) return <Loading />;
  const slug = categoryOfDraft(data);
  if (slug === null || !['draft', 'failed'].includes(data.state)) {
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
      key={data.version}
      name={id}
      categories={categories}
      begin={() => draftCategory(shop, data)}
    />
  );
}

function Content({ query, categories }: { query: Query; categories: readonly EditedCategory[] }) {
  const { slug = '', release, new: fresh, kind } = query;
  if (release !== undefined) return <DraftCategory id={release} categories={categories} />;
  if (fresh !== undefined) {
    const empty = emptyCategory(kind === 'collection' ? 'collection' : 'category');
    const form = { release: fresh, version: 0 };
    const begin = () => typedCategory(empty, null, form);
    return <Opened key={fresh} name={fresh} categories={categories} begin={begin} />;
  }
  const category = categories.find((one) => one.slug === slug);
  if (!category) return <p>There is no such category.</p>;
  const begin = () => typedCategory(category, category);
  return <Opened key={slug} name={slug} categories={categories} begin={begin} />;
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
      {found.isError && (
        <Problem text={problemText(found.error)} onRetry={() => void found.refetch()} />
      )}
      {found.isPending && <Loading />}
      {found.data && <Content query={query} categories={found.data} />}
    </>
  );
}
