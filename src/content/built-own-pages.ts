import { getEntry } from 'astro:content';
import { inPlace, JOURNAL, journalOf, type OwnPage } from '#domain/site-content/own-page.ts';

/** An own page as of the build. */
export interface BuiltPage extends OwnPage {
  /** Last change, ISO 8601. */
  lastChange: string;
}

/** All own pages as of the build, in the order of menu and footer. */
export async function allOwnPages(): Promise<BuiltPage[]> {
  const entry = await getEntry('ownPages', 'all');
  return inPlace(entry?.data.pages ?? []);
}

/** Whether the journal has a list of its entries: from the second on. */
export async function hasJournal(): Promise<boolean> {
  return journalOf(await allOwnPages()).length > 1;
}

function linkTo({ slug, title }: OwnPage) {
  return { href: `/${slug}`, text: title };
}

/** Links to own pages in menu and footer; the footer also links to the journal. */
export async function pageLinks() {
  const pages = await allOwnPages();
  const journal = (await hasJournal()) ? [{ href: JOURNAL, text: 'Journal' }] : [];
  return {
    menu: pages.filter(({ menu }) => menu).map(linkTo),
    footer: [...pages.filter(({ footer }) => footer).map(linkTo), ...journal],
  };
}
