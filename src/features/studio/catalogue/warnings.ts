import { countText } from '#domain/count-text.ts';
import { formatPounds, pence } from '#domain/money.ts';
import type { ReleasePreview } from '#domain/wire/staff-releases.ts';
import { productProblems } from '#domain/launch-check/product-problems.ts';
import type { ProductGroup } from './report-groups.ts';

/** Something that is easily done by mistake, and that a person has to have read. */
export interface Warning {
  key: string;
  text: string;
}

/** How much a price falls or rises, in whole per cent. */
function step(was: number, now: number): string {
  const change = Math.round(((now - was) / was) * 100);
  return change < 0 ? `−${-change} %` : `+${change} %`;
}

/** Products, or colours of products that the shop has, that join it without a picture. */
function withoutPicture(groups: readonly ProductGroup[]): string[] {
  return groups.flatMap(({ slug, isNew, cells }) => {
    const added = cells.filter(({ field, was }) => field === 'color_name' && was === '');
    const bare = added.filter(
      ({ colour }) =>
        !cells.some(
          (cell) => cell.colour === colour && cell.field === 'images' && cell.pictures?.now.length,
        ),
    );
    if (isNew && bare.length === added.length) return [slug];
    return bare.map(({ colour }) => `${slug} / ${colour}`);
  });
}

/** Facts that the law requires and that new products, or materials and safety texts just written, lack. */
function withoutFacts({ slug, isNew, cells }: ProductGroup): Warning[] {
  const nowOf = (field: string) =>
    cells.find((cell) => cell.colour === null && cell.field === field)?.now || null;
  const problems = productProblems([
    {
      name: `${nowOf('name') ?? ''} ${slug}`,
      category_name: nowOf('category') ?? '',
      material: nowOf('material'),
      safety: nowOf('safety'),
    },
  ]);
  return problems
    .filter(({ column }) => isNew || nowOf(column) !== null)
    .map(({ column, fact }) => ({
      key: `${column} ${slug}`,
      text: `${slug} has no ${fact}. As long as that is so, the shop is not built anew.`,
    }));
}

/** What has to be ticked, one by one, before a release can be published. */
export function warningsOf(
  { report: { catalogue } }: Pick<ReleasePreview, 'report'>,
  groups: readonly ProductGroup[],
): Warning[] {
  if (!catalogue) return [];
  const { price_jumps, mass_archive, oversold } = catalogue;
  return [
    ...price_jumps.map(({ slug, was, now }) => ({
      key: `price ${slug} ${was} ${now}`,
      text: `${slug}: the price goes from ${formatPounds(pence(was))} to ${formatPounds(pence(now))} (${step(was, now)}).`,
    })),
    ...(mass_archive > 0
      ? [
          {
            key: `archive ${mass_archive}`,
            text: `${countText(mass_archive, 'product')} ${mass_archive === 1 ? 'leaves' : 'leave'} the shop at once: more than a fifth of it.`,
          },
        ]
      : []),
    ...withoutPicture(groups).map((thing) => ({
      key: `picture ${thing}`,
      text: `${thing} joins the shop without a picture.`,
    })),
    ...groups.flatMap(withoutFacts),
    ...oversold.map(({ slug, colour, quantity, held }) => ({
      key: `held ${slug} ${colour} ${quantity} ${held}`,
      text: `${slug} / ${colour}: open checkouts hold ${held}, the stock becomes ${quantity}. Whoever pays for a missing one is refunded.`,
    })),
  ];
}
