import { useQuery } from '@tanstack/react-query';
import { imageAddress, imagePath } from '#domain/catalogue/image.ts';
import type { CollectionRule } from '#domain/catalogue/collection-rule.ts';
import { countText } from '#domain/basics/count-text.ts';
import { previewRule } from '#domain/contracts/staff-categories.ts';
import { keepsPrevious, staffQuery } from '../kit/staff-query.ts';
import { useSettled } from '../kit/use-settled.ts';

interface Props {
  rule: CollectionRule;
  /** The collection's slug; undefined for a new one. */
  slug: string | undefined;
}

/** The products that a rule gives at present, in the order of their listing. */
export function RulePreview({ rule, slug }: Props) {
  const settled = useSettled(JSON.stringify(rule));
  const { data } = useQuery(
    staffQuery(
      ['catalogue', 'rule', slug, settled],
      previewRule,
      { rule: JSON.parse(settled), slug },
      keepsPrevious,
    ),
  );
  if (!data) return null;
  const { count, products } = data;
  return (
    <section aria-label="Products at present">
      <output className="label">
        {count === 0 ? 'No product at present' : `${countText(count, 'product')} at present`}
      </output>
      <ol className="rule-products">
        {products.map(({ slug: product, name, image }) => (
          <li key={product}>
            <img
              src={imageAddress(imagePath(image === null ? undefined : { image }, ''), 320)}
              alt=""
              width="96"
              height="120"
              loading="lazy"
            />
            <span>{name}</span>
          </li>
        ))}
      </ol>
      {count > products.length && <p className="studio-soft">and {count - products.length} more</p>}
    </section>
  );
}
