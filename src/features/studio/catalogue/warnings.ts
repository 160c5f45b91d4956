import { countText } from '#domain/count-text.ts';
import { claimsText } from '#domain/environmental-claims.ts';
import { formatPounds, pence } from '#domain/money.ts';
import { passageFaults } from '#domain/launch-check/required-passages.ts';
import type { ReleasePreview } from '#domain/wire/staff-releases.ts';
import { wantedFact } from '#domain/launch-check/product-problems.ts';
import type { ProductGroup } from './report-groups.ts';

/** A likely mistake to confirm before publishing. */
export interface Warning {
  key: string;
  text: string;
}

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

/** Problems that prevent publishing and undoing, because they would fail the production build. */
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

/** Products and pages whose new texts contain environmental words, unless the release names a product's proof. */
function withClaims(
  { report: { content } }: Pick<ReleasePreview, 'report'>,
  groups: readonly ProductGroup[],
): Warning[] {
  const products = groups
    .filter(({ cells }) => !cells.some(({ field, now }) => field === 'environmental_proof' && now))
    .map(({ slug, cells }) => ({ name: slug, texts: cells.map(({ now }) => now).join('\n') }));
  const pages = (content?.changed ?? []).map(({ key, now }) => ({
    name: `The page ${key}`,
    texts: JSON.stringify(now),
  }));
  return [...products, ...pages].flatMap(({ name, texts }) => {
    const claims = claimsText(texts);
    return claims === undefined
      ? []
      : [{ key: `claims ${name} ${claims}`, text: `${name}: ${claims}` }];
  });
}

/** Warnings to confirm one by one before publishing. */
export function warningsOf(
  preview: Pick<ReleasePreview, 'report'>,
  groups: readonly ProductGroup[],
): Warning[] {
  const { catalogue } = preview.report;
  const claims = withClaims(preview, groups);
  if (!catalogue) return claims;
  const { price_jumps, mass_archive, oversold } = catalogue;
  return [
    ...claims,
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
