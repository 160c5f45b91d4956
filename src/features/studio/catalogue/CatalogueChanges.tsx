import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { countText } from '#domain/count-text.ts';
import type { CatalogueReport, ReleaseChanges } from '#domain/wire/staff-releases.ts';
import { productsQuery } from './catalogue-queries.ts';
import { CellTable } from './CellTable.tsx';
import { fieldName, fieldText } from './field-text.ts';
import { productAfter } from './product-after.ts';
import { ProductLook } from './ProductLook.tsx';
import { type ProductGroup, productGroups } from './report-groups.ts';

/** Products drawn at once; the rest on demand. */
const AT_ONCE = 20;

interface Props {
  report: CatalogueReport;
  given: ReleaseChanges['catalogue'];
  /** Whether products are drawn as they will look; of what is over, only the cells are of interest. */
  looks: boolean;
}

function groupTitle({ isNew, leaves }: ProductGroup): string {
  if (leaves) return 'Leaves the shop';
  return isNew ? 'New' : 'Changed';
}

function Things({ things, title }: { things: readonly string[]; title: string }) {
  if (things.length === 0) return null;
  return (
    <section className="release-note">
      <h3>{title}</h3>
      <ul>
        {things.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
    </section>
  );
}

function valueText(field: string, value: unknown): string {
  return fieldText(field, value) || 'empty';
}

function nameOf({ slug, colour }: { slug: string; colour: string | null }): string {
  return colour === null ? slug : `${slug} / ${colour}`;
}

/** Twenty products, drawn as they will look once they are known. */
function GroupList({ groups, report, given, looks }: Props & { groups: readonly ProductGroup[] }) {
  const shop = useQuery(productsQuery(looks ? groups.map(({ oldSlug }) => oldSlug) : []));
  const categories = new Map(
    [...(shop.data?.categories ?? []), ...(given?.categories ?? [])].map(
      ({ slug, name }) => [slug, name] as const,
    ),
  );
  return groups.map((group) => {
    const product = shop.data?.products.find(({ slug }) => slug === group.oldSlug);
    const after = looks && shop.data ? productAfter(group, product, report, given) : null;
    const title = after && after.name !== '' ? after.name : group.slug;
    return (
      <section key={group.slug} className="release-group" aria-label={title}>
        <h3>
          {title} <span className="release-kind">{groupTitle(group)}</span>
        </h3>
        <div className="release-sides">
          <CellTable cells={group.cells} label={title} />
          {after && !group.leaves && (
            <ProductLook
              product={after}
              category={categories.get(after.category) ?? after.category}
            />
          )}
        </div>
      </section>
    );
  });
}

/** What becomes of the catalogue: products with their cells before and after, and what is left alone. */
export function CatalogueChanges(props: Props) {
  const { report, given } = props;
  const groups = useMemo(() => productGroups(report, given), [report, given]);
  const [parts, setParts] = useState(1);
  const left = groups.length - parts * AT_ONCE;
  const { added, changed, dropped } = report.categories;
  const names = new Map(given?.categories?.map(({ slug, name }) => [slug, name]));
  return (
    <>
      <Things
        title="Categories"
        things={[
          ...added.map((slug) => `${names.get(slug) ?? slug}: new`),
          ...changed.map(({ slug, was, name }) => `${slug}: ${was} → ${name}`),
          ...dropped.map(({ name }) => `${name}: removed`),
        ]}
      />
      <Things
        title="Not applied, because the shop has changed it, too"
        things={report.conflicts.map(
          (conflict) =>
            `${nameOf(conflict)}, ${fieldName(conflict.field)}: was ${valueText(conflict.field, conflict.seen)}, the shop has ${valueText(conflict.field, conflict.shop)}, this release ${valueText(conflict.field, conflict.file)}`,
        )}
      />
      <Things title="Archived meanwhile, and left so" things={report.stay_archived.map(nameOf)} />
      <Things title="Renamed meanwhile, and left alone" things={report.gone.map(nameOf)} />
      {Array.from({ length: parts }, (_, part) => (
        <GroupList
          key={part}
          {...props}
          groups={groups.slice(part * AT_ONCE, (part + 1) * AT_ONCE)}
        />
      ))}
      {left > 0 && (
        <button type="button" className="button-quiet" onClick={() => setParts(parts + 1)}>
          Show more: {countText(left, 'product')} left
        </button>
      )}
    </>
  );
}
