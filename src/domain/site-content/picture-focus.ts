import type { Focus } from './content.ts';

/** What of a page's pictures is shown where their edges are cut off. */
interface FocusedPicture {
  /** CSS selector. */
  selector: string;
  focus: Focus;
  /** Media query outside of which the middle is shown. */
  where?: string;
}

/** Style rules that keep the chosen part of each picture visible. As a sheet: a page's policy allows no style attributes. */
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

/** The rules of the home page. From a desk's width on, tiles show nearly all of their pictures, and the hero its middle beside the title. */
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

/** The rules of the launch page. */
export function launchFocusRules({ focus }: { focus: Focus }): string {
  return focusRules([{ selector: '#launch-picture', focus }]);
}
