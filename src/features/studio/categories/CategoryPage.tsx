import '../kit/without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import type { EditedCategory } from '#domain/contracts/staff-categories.ts';
import { DraftOf } from '../releases/edits/DraftOf.tsx';
import { asInShop, type Theirs } from '../releases/edits/theirs.ts';
import { EditingFrom } from '../releases/edits/Editing.tsx';
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

interface FormProps {
  place: AreaPlace;
  /** The category's slug in its draft; undefined before the first save. */
  slug?: string;
  categories: readonly EditedCategory[];
  begin: () => Theirs<TypedCategory>;
}

function Form({ slug, categories, ...form }: FormProps) {
  return (
    <EditingFrom kind={categoryKind} {...form}>
      {(edits) => <CategoryForm edits={edits} slug={slug} categories={categories} />}
    </EditingFrom>
  );
}

function Content({ query, categories }: { query: Query; categories: readonly EditedCategory[] }) {
  const { slug = '', release, new: fresh, kind: asked } = query;
  const category = categories.find((one) => one.slug === slug);
  if (release !== undefined)
    return (
      <DraftOf
        id={release}
        isIn={(changes) =>
          categoriesIn(changes).includes(slug) || Object.hasOwn(changes.order ?? {}, slug)
        }
      >
        {(draft) => (
          <Form
            place={categoryDraftPlace(release, slug)}
            slug={slug}
            categories={categories}
            begin={() => savedCategory(draft, slug, category)}
          />
        )}
      </DraftOf>
    );
  if (fresh !== undefined) {
    const kind = asked === 'collection' ? 'collection' : 'category';
    const form = { release: fresh, version: 0 };
    const begin = () => asInShop(typedCategory(emptyCategory(kind), null, form));
    const place = newCategoryPlace(kind, fresh);
    return <Form key={fresh} place={place} categories={categories} begin={begin} />;
  }
  if (!category) return <p>There is no such category.</p>;
  const begin = () => asInShop(typedCategory(category, category));
  return <Form key={slug} place={categoryPlace(slug)} categories={categories} begin={begin} />;
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
