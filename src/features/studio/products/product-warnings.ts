import { countText } from '#domain/basics/count-text.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import type { ReleaseChanges, ReleasePreview } from '#domain/contracts/staff-releases.ts';
import { claimsWarning } from '../releases/claims-warning.ts';
import type { Warning } from '../releases/release-kind.ts';
import { type ProductGroup, productGroups } from './report-groups.ts';

/** Price change in whole per cent. */
function step(was: number, now: number): string {
  const change = Math.round(((now - was) / was) * 100);
  return change < 0 ? `−${-change} %` : `+${change} %`;
}

/** New products, or new colours of existing products, without a picture. */
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

/** Likely mistakes in the products of a release. */
export function productWarnings(
  { report: { catalogue } }: Pick<ReleasePreview, 'report'>,
  changes: ReleaseChanges,
): Warning[] {
  if (!catalogue) return [];
  const groups = productGroups(catalogue, changes.catalogue);
  const { price_jumps, mass_archive, oversold } = catalogue;
  return [
    // A product that names its proof may use environmental words.
    ...groups
      .filter(
        ({ cells }) => !cells.some(({ field, now }) => field === 'environmental_proof' && now),
      )
      .flatMap(({ slug, cells }) => claimsWarning(slug, cells.map(({ now }) => now).join('\n'))),
    ...price_jumps.map(({ slug, was, now }) => ({
      key: `price ${slug} ${was} ${now}`,
      text: `${slug}: the price goes from ${formatPounds(pence(was))} to ${formatPounds(pence(now))} (${step(was, now)}).`,
    })),
    ...(mass_archive > 0
      ? [
          {
            key: `archive ${mass_archive}`,
            text: `This archives ${countText(mass_archive, 'product')}: more than a fifth of the shop.`,
          },
        ]
      : []),
    ...withoutPicture(groups).map((thing) => ({
      key: `picture ${thing}`,
      text: `${thing} has no picture.`,
    })),
    ...oversold.map(({ slug, colour, quantity, held }) => ({
      key: `held ${slug} ${colour} ${quantity} ${held}`,
      text: `${slug} / ${colour}: open checkouts hold ${held}, the stock becomes ${quantity}. Shoppers who pay for a missing piece are refunded.`,
    })),
  ];
}
