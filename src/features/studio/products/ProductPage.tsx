import '../kit/without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import type { EditedProduct, StaffCatalogue } from '#domain/contracts/staff-catalogue.ts';
import type { Release } from '#domain/contracts/staff-releases.ts';
import { Editing } from '../releases/edits/Editing.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { linkTo } from '../kit/use-place.ts';
import { catalogueQuery, productsQuery } from '../catalogue/catalogue-queries.ts';
import { releaseQuery } from '../releases/release-queries.ts';
import { productsIn } from '../catalogue/draft-parts.ts';
import { emptyProduct } from './empty-product.ts';
import { ProductForm } from './ProductForm.tsx';
import { productKind } from './product-kind.ts';
import {
  draftPlace,
  newProductPlace,
  productPlace,
  releasePlace,
} from '../releases/release-place.ts';
import { stateNames } from '../releases/release-texts.ts';
import { inDraft, ofShop, type SavedProduct } from './saved-product.ts';
import { newColour, newForm, type TypedProduct, typedProduct } from './typed-product.ts';
import type { ProductSource } from './use-product-form.ts';

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

interface FormProps extends Pick<Props, 'onSaved'>, Pick<ProductSource, 'slug'> {
  place: AreaPlace;
  first: () => SavedProduct;
  categories: StaffCatalogue['categories'];
  placeOf?: ProductSource['placeOf'];
}

/** The form, as it began: the shop's later changes must not replace what is typed. */
function EditedProductForm(props: FormProps) {
  const { place, first, categories, placeOf = (release) => draftPlace(release), ...rest } = props;
  const [saved] = useState(first);
  const source = { ...rest, saved, placeOf };
  return (
    <Editing kind={productKind} place={place} saved={saved}>
      {(edits) => <ProductForm edits={edits} source={source} categories={categories} />}
    </Editing>
  );
}

/** Products of the shop for a form, which fills its fields once: without what was cached before it opened. */
function useFreshProducts(slugs: readonly string[]) {
  const { data, isFetchedAfterMount, ...query } = useQuery({
    ...productsQuery(slugs),
    staleTime: 0,
  });
  return { ...query, data: isFetchedAfterMount ? data : undefined };
}

/** Edits a product of the shop. */
function ShopProduct({ slug, onSaved }: { slug: string } & Pick<Props, 'onSaved'>) {
  const found = useFreshProducts([slug]);
  const product = found.data?.products[0];
  const [copy] = useState(() => crypto.randomUUID());
  if (!found.data || !product) {
    return (
      <Frame title="Product">
        {found.data ? <p>Product not found.</p> : <Awaited query={found} />}
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
      <EditedProductForm
        place={productPlace(slug)}
        first={() => ofShop(product)}
        slug={undefined}
        categories={found.data.categories}
        onSaved={onSaved}
      />
    </Frame>
  );
}

/** A product to begin with: empty, or a copy without stock, sale, opening, and the codes that each colour needs alone. */
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
  const colours = copied.colours.map((colour) => ({ ...colour, sku: '', gtin: '', stock: '' }));
  return { ...copied, colours };
}

/** Adds a product. */
function NewProduct({
  release,
  like,
  onSaved,
}: { release: string; like: string | undefined } & Pick<Props, 'onSaved'>) {
  const listed = useQuery({ ...catalogueQuery(), enabled: like === undefined });
  const copied = useFreshProducts(like === undefined ? [] : [like]);
  const found = like === undefined ? listed : copied;
  const begin = () => {
    const typed = beginning(release, copied.data?.products[0]);
    return { typed, by: '', at: '', draft: null };
  };
  return (
    <Frame title={like === undefined ? 'New product' : 'Copy of a product'}>
      {found.data ? (
        <EditedProductForm
          place={newProductPlace(release)}
          first={begin}
          slug={undefined}
          categories={found.data.categories}
          onSaved={onSaved}
        />
      ) : (
        <Awaited query={found} />
      )}
    </Frame>
  );
}

function NotEditable({ release, slug }: { release: Release; slug: string | undefined }) {
  return (
    <Frame title={release.title}>
      <p>
        {slug === undefined
          ? 'This draft changes no product or several'
          : `This release is ${stateNames[release.state].toLowerCase()}`}
        , so it cannot be edited here.
      </p>
      <div className="release-verbs">
        <a className="button" {...linkTo(releasePlace(release.id))}>
          Show the release
        </a>
        {slug !== undefined && release.state === 'published' && (
          <a className="button-quiet" {...linkTo(productPlace(slug))}>
            Edit the product
          </a>
        )}
      </div>
    </Frame>
  );
}

/** The slug of the draft's only product, or of the one that is asked for. */
function productOf(release: Release | undefined, asked: string | undefined): string | undefined {
  const slugs = productsIn(release?.changes.catalogue ?? {});
  return asked === undefined && slugs.length > 1
    ? undefined
    : slugs.find((one) => (asked ?? one) === one);
}

/** Edits a product of a draft. */
function DraftProduct({
  id,
  asked,
  onSaved,
}: { id: string; asked: string | undefined } & Pick<Props, 'onSaved'>) {
  const release = useQuery(releaseQuery(id));
  const slug = productOf(release.data, asked);
  // Categories come with it, also when the product is not in the shop yet.
  const found = useQuery(productsQuery(slug === undefined ? [] : [slug]));
  const isGone = release.error instanceof ApiError && release.error.status === 404;
  const { data } = release;
  if (isGone) return <Frame title="Draft not found">There is no such draft.</Frame>;
  if (!data)
    return (
      <Frame title="Product">
        <Awaited query={release} />
      </Frame>
    );
  if (slug === undefined || !['draft', 'failed'].includes(data.state))
    return <NotEditable release={data} slug={slug} />;
  const place = draftPlace(id, asked);
  return (
    <Frame title={data.title}>
      {found.data ? (
        <EditedProductForm
          place={place}
          first={() => inDraft(data, slug, found.data.products[0])}
          slug={slug}
          categories={found.data.categories}
          placeOf={() => place}
          onSaved={onSaved}
        />
      ) : (
        <Awaited query={found} />
      )}
    </Frame>
  );
}

function Opened({ query, onSaved }: Props) {
  const { slug = '', release, new: fresh, like } = query;
  if (release !== undefined)
    return <DraftProduct id={release} asked={query['slug']} onSaved={onSaved} />;
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
