import type { Focus, HeadingFocus } from './content-fields.ts';
import type { ListingTile } from './listing-tile.ts';
import type { Block } from './own-page.ts';

/** A picture of a page, with the part to keep visible when it is cropped. */
interface FocusedPicture {
  /** CSS selector. */
  selector: string;
  focus: Focus;
  /** Media query outside of which the centre is shown. */
  where?: string;
}

/**
 * Style rules that keep the chosen part of each picture visible. A style sheet, because the page's
 * policy allows no style attributes.
 */
function focusRules(pictures: readonly FocusedPicture[]): string {
  return pictures
    .map(({ selector, focus: { x, y }, where }) => {
      const rule = `${selector}{object-position:${x}% ${y}%}`;
      return where === undefined ? rule : `@media ${where}{${rule}}`;
    })
    .join('');
}

interface HomePictures {
  hero: { focus: Focus };
  tiles: { tiles: readonly { focus: Focus }[] };
  featured: { focus: Focus };
}

/**
 * The home page's rules. From desktop width up, tiles show nearly all of their pictures, and the hero
 * its centre beside the title.
 */
export function homeFocusRules({ hero, tiles, featured }: HomePictures): string {
  return focusRules([
    { selector: '.hero-picture', focus: hero.focus, where: '(aspect-ratio <= 1)' },
    ...tiles.tiles.map(({ focus }, index) => ({
      selector: `li:nth-child(${index + 1})>.tile>img`,
      focus,
      where: '(width < 80rem)',
    })),
    { selector: '#featured-picture', focus: featured.focus },
  ]);
}

/** The rules of a page that marketers made. */
export function ownPageFocusRules(blocks: readonly Block[]): string {
  return focusRules(
    blocks.flatMap((block, index) =>
      block.type === 'picture'
        ? { selector: `[data-block='${index}'] img`, focus: block.focus }
        : [],
    ),
  );
}

interface ListingPictures {
  tile: ListingTile | null;
  /** Focal points of the heading's picture; null for the centre. */
  focus?: HeadingFocus | null;
}

/** The rules of a listing, whose heading changes its shape at desktop width; `''` for none. */
export function listingFocusRules({ tile, focus }: ListingPictures): string {
  const heading = '[data-listing-root]>img';
  return focusRules([
    ...(tile ? [{ selector: '.listing-tile img', focus: tile.focus }] : []),
    ...(focus
      ? [
          { selector: heading, focus: focus.wide },
          { selector: heading, focus: focus.phone, where: '(width < 64rem)' },
        ]
      : []),
  ]);
}

/** The rules of the launch page. */
export function launchFocusRules({ focus }: { focus: Focus }): string {
  return focusRules([{ selector: '#launch-picture', focus }]);
}
