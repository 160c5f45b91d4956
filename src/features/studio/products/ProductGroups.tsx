import type { ProductGroup } from '#domain/contracts/catalogue-reading.ts';
import { ShortList } from './ShortList.tsx';

interface Props {
  heading: string;
  groups: readonly ProductGroup[];
}

/** Products of a spreadsheet, grouped by a fact that the person must know. */
export function ProductGroups({ heading, groups }: Props) {
  if (groups.length === 0) return null;
  return (
    <section className="import-groups" aria-label={heading}>
      <h2 className="studio-subheading">{heading}</h2>
      <ul>
        {groups.map(({ why, products }) => (
          <li key={why}>
            <p>{why}</p>
            <ShortList items={products} shown={8} />
          </li>
        ))}
      </ul>
    </section>
  );
}
