import { useQuery } from '@tanstack/react-query';
import { EditedCategory } from '#domain/contracts/staff-categories.ts';
import type { CatalogueReport, ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import { BeforeAndAfter } from '../kit/shop-frame/BeforeAndAfter.tsx';
import { categoriesQuery } from './categories-query.ts';
import CategoryPreview from './CategoryPreview.tsx';
import { emptyCategory } from './typed-category.ts';

const Shown = EditedCategory.pick({
  name: true,
  intro: true,
  picture: true,
  focus: true,
  tile: true,
  archived: true,
});

interface Props {
  slug: string;
  report: CatalogueReport;
  given: ReleaseChanges['catalogue'];
}

/** The page of a category or collection before and after a release; nothing if the release changes neither heading nor tile. */
export default function CategoryLook({ slug, report: { categories }, given }: Props) {
  const { data: all } = useQuery(categoriesQuery);
  const change = categories.changed.find((one) => one.slug === slug);
  const values = change
    ? Object.fromEntries(change.changes.map(({ field, now }) => [field, now]))
    : given?.categories?.find((one) => one.slug === slug);
  const changed = Shown.partial().safeParse(values).data;
  if (!all || !changed || Object.keys(changed).length === 0) return null;
  const shop = all.find((one) => one.slug === slug) ?? null;
  const after = Shown.parse({ ...(shop ?? emptyCategory('category')), ...changed });
  return (
    <BeforeAndAfter
      was={shop?.archived === false ? Shown.parse(shop) : null}
      now={after.archived ? null : after}
    >
      {(shown, when, choice) => (
        <CategoryPreview heading={shown} shop={shop} title={`${shown.name}, ${when}`}>
          {choice}
        </CategoryPreview>
      )}
    </BeforeAndAfter>
  );
}
