import { countText } from '#domain/count-text.ts';
import { formatPounds, pence } from '#domain/money.ts';
import { passageFaults } from '#domain/launch-check/required-passages.ts';
import type { ReleasePreview } from '#domain/wire/staff-releases.ts';
import { wantedFact } from '#domain/launch-check/product-problems.ts';
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

/** Why a release can be neither published nor undone as it is: the production build would fail for what it leaves out. */
export function blockersOf({
  report: { catalogue, content },
}: Pick<ReleasePreview, 'report'>): string[] {
  const products = catalogue?.lacking ?? [];
  return [
    ...products.flatMap(({ slug, facts }) =>
      facts.map((column) => `${slug} has no ${wantedFact(column)}.`),
    ),
    ...passageFaults(content?.changed ?? []),
  ];
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
    ...oversold.map(({ slug, colour, quantity, held }) => ({
      key: `held ${slug} ${colour} ${quantity} ${held}`,
      text: `${slug} / ${colour}: open checkouts hold ${held}, the stock becomes ${quantity}. Whoever pays for a missing one is refunded.`,
    })),
  ];
}
