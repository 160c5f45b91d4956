import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CatalogueState, CatalogueStock } from '#domain/enums.ts';
import type { ListedProduct, StaffCatalogue } from '#domain/contracts/staff-catalogue.ts';
import { SelectField } from '../kit/form/SelectField.tsx';
import { PageLinks } from '../kit/PageLinks.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { SearchBox } from '../kit/SearchBox.tsx';
import { goTo, linkTo } from '../kit/use-place.ts';
import { BulkBar } from './BulkBar.tsx';
import { catalogueQuery } from '../catalogue/catalogue-queries.ts';
import { filtersIn, listPlace, type ProductFilters } from '../catalogue/product-filters.ts';
import { ProductTable } from './ProductTable.tsx';
import { newProductPlace } from '../releases/release-place.ts';
import { UnsavedEdits } from '../releases/edits/UnsavedEdits.tsx';

interface FilterProps {
  filters: ProductFilters;
  categories: StaffCatalogue['categories'];
  onFilter: (filters: Partial<ProductFilters>) => void;
}

function FilterFields({ filters, categories, onFilter }: FilterProps) {
  const names = Object.fromEntries(categories.map(({ slug, name }) => [slug, name]));
  return (
    <>
      <SelectField
        label="Category"
        value={filters.category ?? ''}
        choices={{ '': 'All', ...names }}
        onChange={(category) => onFilter({ category: category || undefined })}
      />
      <SelectField<CatalogueState | ''>
        label="Status"
        value={filters.state ?? ''}
        choices={{ '': 'All', live: 'Live', opens: 'Opens later or hidden', archived: 'Archived' }}
        onChange={(state) => onFilter({ state: state || undefined })}
      />
      <SelectField<CatalogueStock | ''>
        label="Stock"
        value={filters.stock ?? ''}
        choices={{ '': 'All', in_stock: 'In stock', low: 'Low', sold_out: 'Sold out' }}
        onChange={(stock) => onFilter({ stock: stock || undefined })}
      />
    </>
  );
}

/** All products, archived ones included: to find, sort, select and edit them, and to add one. */
export function ProductList({ place }: { place: AreaPlace }) {
  const filters = filtersIn(place);
  const search = useRef<HTMLInputElement>(null);
  const [fresh] = useState(() => crypto.randomUUID());
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedProduct>>(new Map());
  const catalogue = useQuery(catalogueQuery(filters));
  const { data } = catalogue;
  const categories = data?.categories ?? [];
  const filter = (other: Partial<ProductFilters>) =>
    goTo(listPlace({ ...filters, after: null, ...other }), 'replace');
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Products</h1>
        <a className="button product-new" {...linkTo(newProductPlace(fresh))}>
          New product
        </a>
      </div>
      <UnsavedEdits heading="h2" of="/studio?catalogue=product&" />
      <div className="product-filters">
        <SearchBox
          ref={search}
          q={filters.q}
          label="Search in products"
          placeholder="Name, slug, category …"
          onSearch={(q) => filter({ q })}
        />
        <FilterFields filters={filters} categories={categories} onFilter={filter} />
      </div>
      <Awaited query={catalogue} />
      {data?.products.length === 0 && (
        <div className="studio-empty">
          <p>No products match.</p>
        </div>
      )}
      {data && data.products.length > 0 && (
        <div data-stale={catalogue.isPlaceholderData ? '' : undefined}>
          <ProductTable
            products={data.products}
            categories={new Map(categories.map(({ slug, name }) => [slug, name]))}
            sort={filters.sort}
            onSort={(sort) => filter({ sort })}
            chosen={chosen}
            onChoose={setChosen}
          />
        </div>
      )}
      <PageLinks
        first={filters.after === null ? null : listPlace({ ...filters, after: null })}
        next={data?.next ? listPlace({ ...filters, after: data.next }) : null}
      />
      {chosen.size > 0 && (
        <BulkBar
          chosen={[...chosen.values()]}
          categories={categories}
          onClear={() => setChosen(new Map())}
        />
      )}
    </>
  );
}
