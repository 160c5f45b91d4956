import '../without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import type { EditedProduct, StaffCatalogue } from '#domain/wire/staff-catalogue.ts';
import type { Release } from '#domain/wire/staff-releases.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import type { AreaPlace } from '../place.ts';
import { Problem } from '../Problem.tsx';
import { problemText } from '../problem-text.ts';
import { linkTo } from '../use-place.ts';
import { catalogueQuery, productsQuery, releaseQuery } from './catalogue-queries.ts';
import { productOfDraft, typedDraft } from './draft-product.ts';
import { emptyProduct } from './empty-product.ts';
import { forgetProduct, keptDraft, keptEdit } from './kept-products.ts';
import { ProductForm } from './ProductForm.tsx';
import { newProductPlace, productPlace, releasePlace } from './release-place.ts';
import { stateNames } from './release-texts.ts';
import { newColour, newForm, type TypedProduct, typedProduct } from './typed-product.ts';

type Query = AreaPlace['query'];

interface Props {
  query: Query;
  onSaved: (release: string) => void;
}

function Frame({
  title,
  beside,
  children,
}: {
  title: string;
  beside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <p className="product-back">
        <a className="link" {...linkTo({ at: 'catalogue', page: 'products', query: {} })}>
          All products
        </a>
      </p>
      <div className="studio-bar">
        <h1 className="heading">{title}</h1>
        {beside}
      </div>
      {children}
    </>
  );
}

/** A query's error or its loading sign; null once it has data. */
function Waiting({
  query,
}: {
  query: { isError: boolean; error: unknown; refetch: () => unknown };
}) {
  return query.isError ? (
    <Problem text={problemText(query.error)} onRetry={() => void query.refetch()} />
  ) : (
    <Loading />
  );
}

/** Edits a product of the shop. */
function ShopProduct({ slug, onSaved }: { slug: string } & Pick<Props, 'onSaved'>) {
  const found = useQuery(productsQuery([slug]));
  const product = found.data?.products[0];
  const [copy] = useState(() => crypto.randomUUID());
  if (!found.data || !product) {
    return (
      <Frame title="Product">
        {found.data ? <p>Product not found.</p> : <Waiting query={found} />}
      </Frame>
    );
  }
  return (
    <Frame
      title={product.name}
      beside={
        <a className="button-quiet product-copy" {...linkTo(newProductPlace(copy, slug))}>
          Duplicate
        </a>
      }
    >
      <ProductForm
        saved={typedProduct(product, product)}
        kept={keptEdit(slug)}
        categories={found.data.categories}
        onSaved={onSaved}
      />
    </Frame>
  );
}

/** A product to begin with: empty, or a copy without stock, sale and opening. */
function beginning(release: string, like: EditedProduct | undefined): TypedProduct {
  const form = { ...newForm(), release };
  if (!like) return { ...typedProduct(null, emptyProduct, form), colours: [newColour()] };
  const { sale_price_pence, sale_from, sale_until } = emptyProduct;
  const sale = { sale_price_pence, sale_from, sale_until };
  const copied = typedProduct(
    null,
    {
      ...like,
      ...sale,
      id: 0,
      slug: '',
      name: `${like.name} copy`,
      archived: false,
      visible_from: null,
      colours: like.colours.filter(({ archived }) => !archived),
    },
    form,
  );
  const colours = copied.colours.map((colour) => ({ ...colour, stock: '' }));
  return { ...copied, colours };
}

/** Adds a product. */
function NewProduct({
  release,
  like,
  onSaved,
}: { release: string; like: string | undefined } & Pick<Props, 'onSaved'>) {
  const listed = useQuery({ ...catalogueQuery(), enabled: like === undefined });
  const copied = useQuery(productsQuery(like === undefined ? [] : [like]));
  const found = like === undefined ? listed : copied;
  return (
    <Frame title={like === undefined ? 'New product' : 'Copy of a product'}>
      {found.data ? (
        <ProductForm
          saved={beginning(release, copied.data?.products[0])}
          kept={keptDraft(release)}
          categories={found.data.categories}
          onSaved={onSaved}
        />
      ) : (
        <Waiting query={found} />
      )}
    </Frame>
  );
}

interface DraftProps extends Pick<Props, 'onSaved'> {
  release: Release;
  shop: EditedProduct | undefined;
  categories: StaffCatalogue['categories'];
}

/** The form of a draft. Input of this browser that is based on an earlier version is chosen or dropped first. */
function DraftForm({ release, shop, categories, onSaved }: DraftProps) {
  const [saved] = useState(() => typedDraft(shop, release.changes.catalogue ?? {}, release));
  const [kept, setKept] = useState(() => keptDraft(release.id));
  if (kept && kept.form.version !== release.version) {
    return (
      <section className="studio-panel product-choice" aria-labelledby="product-choice">
        <h2 id="product-choice" className="studio-subheading">
          This draft has been saved elsewhere since
        </h2>
        <p>
          {release.changed_by} saved it, perhaps in another tab. This browser keeps changes that you
          had not saved.
        </p>
        <div className="studio-actions">
          <button
            type="button"
            className="button-quiet"
            onClick={() => setKept({ ...kept, form: saved.form })}
          >
            Keep mine
          </button>
          <button
            type="button"
            className="button-quiet"
            onClick={() => {
              forgetProduct(release.id);
              setKept(null);
            }}
          >
            Use the saved draft
          </button>
        </div>
      </section>
    );
  }
  return <ProductForm saved={saved} kept={kept} categories={categories} onSaved={onSaved} />;
}

/** Edits the draft of one product. */
function DraftProduct({ id, onSaved }: { id: string } & Pick<Props, 'onSaved'>) {
  const release = useQuery(releaseQuery(id));
  const edited = release.data ? productOfDraft(release.data) : null;
  // Categories come with it, also when the product is not in the shop yet.
  const found = useQuery(productsQuery(edited ? [edited.slug] : []));
  const isGone = release.error instanceof ApiError && release.error.status === 404;
  const { data } = release;
  if (isGone) return <Frame title="Draft not found">There is no such draft.</Frame>;
  if (!data)
    return (
      <Frame title="Product">
        <Waiting query={release} />
      </Frame>
    );
  if (!edited || !['draft', 'failed'].includes(data.state)) {
    return (
      <Frame title={data.title}>
        <p>
          {edited
            ? `This release is ${stateNames[data.state].toLowerCase()}`
            : 'This draft changes more than one product'}
          , so it cannot be edited here.
        </p>
        <div className="release-verbs">
          <a className="button" {...linkTo(releasePlace(id))}>
            Show the release
          </a>
          {edited && data.state === 'published' && (
            <a className="button-quiet" {...linkTo(productPlace(edited.slug))}>
              Edit the product
            </a>
          )}
        </div>
      </Frame>
    );
  }
  return (
    <Frame title={data.title}>
      {found.data ? (
        <DraftForm
          release={data}
          shop={edited.isNew ? undefined : found.data.products[0]}
          categories={found.data.categories}
          onSaved={onSaved}
        />
      ) : (
        <Waiting query={found} />
      )}
    </Frame>
  );
}

function Opened({ query, onSaved }: Props) {
  const { slug = '', release, new: fresh, like } = query;
  if (release !== undefined) return <DraftProduct id={release} onSaved={onSaved} />;
  if (fresh !== undefined) return <NewProduct release={fresh} like={like} onSaved={onSaved} />;
  return <ShopProduct slug={slug} onSaved={onSaved} />;
}

/** Edits a product of the shop, a new one, or the draft of one. */
export default function ProductPage({ query }: { query: Query }) {
  const [first, setFirst] = useState<{ release: string; query: Query } | null>(null);
  // A form that has just become a draft stays as it is, although its address changes.
  const shown = first && query['release'] === first.release ? first.query : query;
  return (
    <Opened
      key={JSON.stringify(shown)}
      query={shown}
      onSaved={(release) => setFirst({ release, query: shown })}
    />
  );
}
