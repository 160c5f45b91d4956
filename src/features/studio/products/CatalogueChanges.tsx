import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { CollectionRule } from '#domain/catalogue/collection-rule.ts';
import { countText } from '#domain/basics/count-text.ts';
import type { CatalogueReport, ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import { RulePreview } from '../categories/RulePreview.tsx';
import { Button } from '../kit/Button.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { productsQuery } from '../catalogue/catalogue-queries.ts';
import { CellTable } from './CellTable.tsx';
import { fieldName, fieldText } from './field-text.ts';
import { ChangeLooks } from './preview/ChangeLooks.tsx';
import { PageDialog } from './preview/PageDialog.tsx';
import { productAfter } from './product-after.ts';
import { NoteList } from '../releases/NoteList.tsx';
import {
  categoryGroups,
  type ChangedCell,
  type ProductGroup,
  productGroups,
} from './report-groups.ts';

// Lazy: includes Markdown, and few releases change categories.
const CategoryLook = lazyPart(() => import('../categories/CategoryLook.tsx'));

/** Products rendered at once; the rest on demand. */
const AT_ONCE = 20;

interface Props {
  report: CatalogueReport;
  given: ReleaseChanges['catalogue'];
  /**
   * Publication time for previews, in ms since 1970; null for past releases, which show their cells only.
   */
  published: number | null;
}

function groupTitle({ isNew, leaves }: ProductGroup): string {
  if (leaves) return 'Removed from the shop';
  return isNew ? 'New' : 'Changed';
}

function valueText(field: string, value: unknown): string {
  return fieldText(field, value) || 'empty';
}

function nameOf({ slug, colour }: { slug: string; colour: string | null }): string {
  return colour === null ? slug : `${slug} / ${colour}`;
}

type Conflict = CatalogueReport['conflicts'][number];

/** Why a value is not applied. The shop has the expected one if another colour has taken the code since. */
function conflictText({ field, seen, shop, file, ...of }: Conflict): string {
  const [was, now, wanted] = [seen, shop, file].map((value) => valueText(field, value));
  const cell = `${nameOf(of)}, ${fieldName(field)}`;
  return was === now
    ? `${cell}: stays ${now}, because another colour has ${wanted} now`
    : `${cell}: was ${was}, the shop has ${now}, this release ${wanted}`;
}

/** A cell with a category's name in place of its slug. */
function named(cell: ChangedCell, categories: ReadonlyMap<string, string>): ChangedCell {
  if (cell.field !== 'category') return cell;
  const nameOfCategory = (slug: string) => categories.get(slug) ?? slug;
  return { ...cell, was: nameOfCategory(cell.was), now: nameOfCategory(cell.now) };
}

/** Twenty products, with previews once they are loaded. */
function GroupList({
  groups,
  report,
  given,
  published,
}: Props & { groups: readonly ProductGroup[] }) {
  // After publication products have their new slugs.
  const shop = useQuery(
    productsQuery(groups.map(({ slug, oldSlug }) => (published === null ? slug : oldSlug))),
  );
  const [opened, setOpened] = useState<string | null>(null);
  const categories = new Map(
    [...(shop.data?.categories ?? []), ...(given?.categories ?? [])].flatMap(({ slug, name }) =>
      name === undefined ? [] : [[slug, name] as const],
    ),
  );
  const known = shop.data && published !== null ? shop.data.products : null;
  const changes = known
    ? groups.map((group) => {
        const before = known.find(({ slug }) => slug === group.oldSlug);
        const after = group.leaves ? null : productAfter(group, before, report, given);
        return { slug: group.slug, before, after };
      })
    : [];
  const looks = { changes, published: published ?? 0, categories };
  const nameOfPage = (slug: string) => {
    const change = changes.find((one) => one.slug === slug);
    const inShop = shop.data?.products.find((one) => one.slug === slug);
    const inFile = given?.products?.find((one) => one.slug === slug)?.['name'];
    const ofShop = change?.after?.name || change?.before?.name || inShop?.name;
    return ofShop || (typeof inFile === 'string' && inFile) || slug;
  };
  return (
    <>
      {changes.length > 0 && (
        <section className="release-look" aria-label="As shoppers will see it">
          <ChangeLooks {...looks} slug={null} />
        </section>
      )}
      {groups.map((group) => {
        const title = nameOfPage(group.slug);
        return (
          <section key={group.slug} className="release-group" aria-label={title}>
            <h3>
              {title} <span className="release-kind">{groupTitle(group)}</span>
            </h3>
            <CellTable cells={group.cells.map((cell) => named(cell, categories))} label={title} />
            {changes.length > 0 && (
              <Button
                look="small"
                opensDialog
                aria-label={`Page preview: ${title}`}
                onClick={() => setOpened(group.slug)}
              >
                Page preview
              </Button>
            )}
          </section>
        );
      })}
      {opened !== null && (
        <PageDialog
          {...looks}
          slug={opened}
          name={nameOfPage(opened)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** The products that a rule gives a collection, beside its cells. */
function RuleLook({ slug, isNew, given }: { slug: string; isNew: boolean } & Pick<Props, 'given'>) {
  const changed = given?.categories?.find((one) => one.slug === slug);
  const rule = CollectionRule.safeParse(changed?.['rule']).data;
  if (!rule) return null;
  return (
    <>
      <RulePreview rule={rule} slug={isNew ? undefined : slug} />
      {(given?.products ?? []).length > 0 && (
        <p className="studio-soft">Before this release’s changes of products.</p>
      )}
    </>
  );
}

/** Catalogue changes of a release: products with their cells before and after, and conflicts. */
export function CatalogueChanges(props: Props) {
  const { report, given, published } = props;
  const groups = useMemo(() => productGroups(report, given), [report, given]);
  const [parts, setParts] = useState(1);
  const left = groups.length - parts * AT_ONCE;
  const { dropped, kept, conflicts } = report.categories;
  return (
    <>
      <NoteList
        title="Categories"
        lines={[
          ...dropped.map(({ name }) => `${name}: removed`),
          ...kept.map((slug) => `${slug}: not removed, because it has products`),
        ]}
      />
      {categoryGroups(report, given).map(({ slug, title, isNew, cells }) => (
        <section key={slug} className="release-group" aria-label={title}>
          <h3>
            {title} <span className="release-kind">{isNew ? 'New' : 'Changed'}</span>
          </h3>
          <CellTable cells={cells} label={title} />
          {published !== null && (
            <>
              <CategoryLook slug={slug} report={report} given={given} />
              <RuleLook slug={slug} isNew={isNew} given={given} />
            </>
          )}
        </section>
      ))}
      <NoteList
        title="Not applied, because the shop has changed it since"
        lines={[
          ...conflicts.map((conflict) => Object.assign({ colour: null }, conflict)),
          ...report.conflicts,
        ].map(conflictText)}
      />
      <NoteList
        title="Archived since, and left archived"
        lines={report.stay_archived.map(nameOf)}
      />
      <NoteList title="Renamed since, and left unchanged" lines={report.gone.map(nameOf)} />
      {Array.from({ length: parts }, (_, part) => (
        <GroupList
          key={part}
          {...props}
          groups={groups.slice(part * AT_ONCE, (part + 1) * AT_ONCE)}
        />
      ))}
      {left > 0 && (
        <Button onClick={() => setParts(parts + 1)}>
          Show more: {countText(left, 'product')} left
        </Button>
      )}
    </>
  );
}
