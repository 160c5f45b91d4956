import { listingFailure } from '#api/http/api-error.ts';
import { noteSearch } from '#api/note-search.ts';
import { countText } from '#domain/basics/count-text.ts';
import { imageAddress, imagePath, srcSet } from '#domain/catalogue/image.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import { withTaxText } from '#domain/money/shown-price.ts';
import { colourAddress, productAddress } from '#domain/paths/product-address.ts';
import { request } from '#api/http/request.ts';
import { openSearch } from '#domain/search/search-engine.ts';
import type { SearchHit } from '#domain/search/search-engine.ts';
import { pagesWith, readSearchPages, type SearchPage } from '#domain/search/search-pages.ts';
import { readSearchFile, searchFileAddress, toSearchEntry } from '#domain/search/search-file.ts';
import type { SearchFile } from '#domain/search/search-file.ts';
import { fetchOpened } from '#api/catalogue/opened.ts';
import { pageTax } from '#browser/page-tax.ts';
import { atMoment } from '#browser/timers/at-moment.ts';

/** More would push the link to the full results out of view. */
const MAX_SUGGESTIONS = 6;
/** Pages among them, last. */
const MAX_PAGES = 2;

/** A product, or a page that marketers made. */
type Suggestion = SearchHit | SearchPage;

const input = document.querySelector<HTMLInputElement>('[data-search-text]');
const list = document.querySelector<HTMLElement>('[data-search-results]');
const status = document.querySelector<HTMLElement>('[data-search-status]');
const template = document.querySelector<HTMLTemplateElement>('[data-search-option]');

const catalogue = openSearch();
/** Ids of products as they are now, which later files of the build must not replace. */
const current = new Set<number>();
/** Number of further files; null until the first has been loaded. */
let more: number | null = null;
let loading: Promise<void> | undefined;
let completing: Promise<void> | undefined;
/** As of the build. */
let pages: SearchPage[] = [];

function addBuilt({ entries }: SearchFile): void {
  catalogue.add(entries.filter(({ id }) => !current.has(id)));
}

/** Adds products opened since the build and sale prices; now, and at the next change. */
async function addOpened(): Promise<void> {
  const { products, until } = await fetchOpened();
  const fresh = products.map(toSearchEntry);
  for (const { id } of fresh) current.add(id);
  catalogue.add(fresh);
  if (fresh.length > 0 && input) await search(input.value.trim());
  atMoment(until, () => void addOpened().catch(() => null));
}

async function loadFirst(): Promise<void> {
  const first = await request(searchFileAddress(0), (file) => {
    pages = readSearchPages(file);
    return readSearchFile(file);
  });
  addBuilt(first);
  ({ more } = first);
  // Not awaited: without it, the search is as of the build.
  void addOpened().catch(() => null);
}

/** Loads the first products of the last build. A failure is not cached: the next input retries. */
function loadSearch(): Promise<void> {
  loading ??= loadFirst().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function loadFiles(): Promise<void> {
  for (let file = 1; file <= (more ?? 0); file += 1) {
    addBuilt(await request(searchFileAddress(file), readSearchFile));
    if (file === more) more = 0;
    extend();
  }
}

/**
 * Loads a large shop's other products, one file after another: each is indexed in a task of its own. A failure is not
 * cached.
 */
function loadOthers(): void {
  completing ??= loadFiles().catch(() => {
    completing = undefined;
  });
}

/** The suggestions shown, and the index of the active one; -1 for none. */
let shown: Suggestion[] = [];
let active = -1;
/** The words of these suggestions; `''` once they were closed. */
let suggested = '';

function activate(index: number): void {
  active = index;
  const options = [...(list?.children ?? [])];
  for (const [place, option] of options.entries()) {
    option.ariaSelected = String(place === index);
    // Underlined, because the system may replace all colours.
    option.classList.toggle('link', place === index);
  }
  const option = options[index];
  option?.scrollIntoView({ block: 'nearest' });
  if (option) input?.setAttribute('aria-activedescendant', option.id);
  else input?.removeAttribute('aria-activedescendant');
}

function addressOf(suggestion: Suggestion): string {
  if ('slug' in suggestion) return `/${suggestion.slug}`;
  const { entry, colours } = suggestion;
  const [first] = colours;
  const chosen = first && colours.length < entry.colours.length;
  return chosen ? colourAddress(entry, first) : productAddress(entry);
}

function coloursText({ entry, colours }: SearchHit): string {
  const [first] = colours;
  if (first && (colours.length === 1 || colours.length < entry.colours.length)) return first.name;
  return colours.length === 0 ? '' : `${colours.length} colours`;
}

function optionOf(hit: Suggestion, index: number): HTMLElement | null {
  const option = template?.content.firstElementChild?.cloneNode(true);
  if (!(option instanceof HTMLElement)) return null;
  const setText = (part: string, text: string) => {
    const place = option.querySelector(`[data-${part}]`);
    if (place) place.textContent = text;
  };
  option.id = `search-result-${index}`;
  option.dataset.index = String(index);
  const picture = option.querySelector('img');
  if ('slug' in hit) {
    picture?.remove();
    setText('name', hit.title);
    return option;
  }
  const path = imagePath(hit.colours[0], '');
  if (picture)
    Object.assign(picture, { srcset: srcSet(path, [60, 120]), src: imageAddress(path, 120) });
  setText('name', hit.entry.name);
  setText('colours', coloursText(hit));
  const price = pence(hit.entry.price);
  setText('price', formatPounds(price));
  setText('with-tax', withTaxText(price, pageTax()));
  return option;
}

function show(hits: readonly SearchHit[], text: string, found: readonly SearchPage[] = []): void {
  const last = found.slice(0, MAX_PAGES);
  shown = [...hits.slice(0, MAX_SUGGESTIONS - last.length), ...last];
  list?.replaceChildren(...shown.flatMap((hit, index) => optionOf(hit, index) ?? []));
  activate(-1);
  if (list) list.hidden = shown.length === 0;
  if (input) input.ariaExpanded = String(shown.length > 0);
  if (status) status.textContent = text;
}

/** Counts the search and forgets its words: the shopper has chosen, closed the suggestions or left. */
function finish(): void {
  noteSearch(suggested, shown.length > 0);
  suggested = '';
}

function summary(hits: readonly SearchHit[], found: readonly SearchPage[]): string {
  if (more !== 0) return 'Press Enter to see all';
  if (hits.length === 0 && found.length > 0) return `${countText(found.length, 'page')} found`;
  if (hits.length === 0) return 'Nothing found. Try another word, or one of these:';
  const count = hits.reduce((sum, { colours }) => sum + colours.length, 0);
  return `${countText(count, 'piece')} found, press Enter to see all`;
}

async function search(words: string): Promise<void> {
  suggested = '';
  if (words === '') {
    show([], '');
    return;
  }
  try {
    await loadSearch();
    // Superseded by further typing.
    if (words !== input?.value.trim()) return;
    const hits = catalogue.find(words);
    const found = pagesWith(pages, words);
    show(hits, summary(hits, found), found);
    suggested = words;
    loadOthers();
  } catch (error) {
    show([], `Error: ${listingFailure(error)}`);
  }
}

/** Adds suggestions below those shown, unless the shopper has gone on to one of them. */
function extend(): void {
  if (suggested === '' || active >= 0) return;
  const hits = catalogue.find(suggested);
  const byId = new Map(hits.map((hit) => [hit.entry.id, hit]));
  const kept = shown.flatMap((one) => ('slug' in one ? [] : (byId.get(one.entry.id) ?? [])));
  const found = pagesWith(pages, suggested);
  show([...new Set([...kept, ...hits])], summary(hits, found), found);
}

function move(step: 1 | -1): void {
  const count = shown.length;
  if (count > 0) activate(active < 0 && step < 0 ? count - 1 : (active + step + count) % count);
}

input?.addEventListener('input', () => void search(input.value.trim()));

input?.addEventListener('keydown', (event) => {
  const chosen = shown[active];
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  } else if (event.key === 'Enter' && chosen) {
    event.preventDefault();
    finish();
    location.assign(addressOf(chosen));
  } else if (event.key === 'Escape') {
    // The first Escape closes the list, the second the dialog; by default a search field would use one
    // more to clear itself.
    event.preventDefault();
    finish();
    if (shown.length > 0) show([], '');
    else input.closest('dialog')?.close();
  }
});

list?.addEventListener('click', ({ target }) => {
  const option = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  const chosen = shown[Number(option?.dataset.index)];
  if (!chosen) return;
  finish();
  location.assign(addressOf(chosen));
});

input?.closest('dialog')?.addEventListener('close', finish);

if (input?.form) input.form.action = '/all-products';
// Loads the index while the shopper types; they may have typed something already.
loadSearch().catch(() => undefined);
if (input) void search(input.value.trim());
