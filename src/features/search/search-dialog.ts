import { listingFailure } from '#api/http/api-error.ts';
import { countText } from '#domain/count-text.ts';
import { formatPounds, pence } from '#domain/money.ts';
import { withTaxText } from '#domain/shown-price.ts';
import { colourAddress, productAddress } from '#domain/address/product-address.ts';
import { request } from '#api/http/request.ts';
import { makeSearch } from '#domain/search/search-engine.ts';
import type { Search, SearchHit } from '#domain/search/search-engine.ts';
import { readSearchFile, toSearchEntry } from '#domain/search/search-file.ts';
import type { SearchEntry } from '#domain/search/search-file.ts';
import { fetchOpened } from '#api/catalogue/opened.ts';
import { pageTax } from '#browser/page-tax.ts';
import { atMoment } from '#browser/timers/at-moment.ts';

/** More would push the link to the full results out of view. */
const MAX_SUGGESTIONS = 6;

const input = document.querySelector<HTMLInputElement>('[data-search-text]');
const list = document.querySelector<HTMLElement>('[data-search-results]');
const status = document.querySelector<HTMLElement>('[data-search-status]');
const template = document.querySelector<HTMLTemplateElement>('[data-search-option]');

let loading: Promise<Search> | undefined;

/** Adds products opened since the build and sale prices; now, and at the next change. */
async function addOpened(built: readonly SearchEntry[]): Promise<void> {
  const { products, until } = await fetchOpened();
  const fresh = products.map(toSearchEntry);
  if (fresh.length > 0) {
    const known = new Set(built.map(({ id }) => id));
    const missing = fresh.filter(({ id }) => !known.has(id));
    const byId = new Map(fresh.map((entry) => [entry.id, entry]));
    const current = built.map((entry) => byId.get(entry.id) ?? entry);
    loading = Promise.resolve(makeSearch([...missing, ...current]));
    if (input) await search(input.value.trim());
  }
  atMoment(until, () => void addOpened(built).catch(() => null));
}

/** Loads the search index of the last build. A failure is not cached: the next input retries. */
function loadSearch(): Promise<Search> {
  loading ??= request('/search.json', readSearchFile)
    .then((built) => {
      // Not awaited: without it, the search is as of the build.
      void addOpened(built).catch(() => null);
      return makeSearch(built);
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** The options' URLs, and the index of the active option; -1 for none. */
let addresses: string[] = [];
let active = -1;

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

function addressOf({ entry, colours }: SearchHit): string {
  const [first] = colours;
  const chosen = first && colours.length < entry.colours.length;
  return chosen ? colourAddress(entry, first) : productAddress(entry);
}

function coloursText({ entry, colours }: SearchHit): string {
  const [first] = colours;
  if (first && (colours.length === 1 || colours.length < entry.colours.length)) return first.name;
  return colours.length === 0 ? '' : `${colours.length} colours`;
}

function optionOf(hit: SearchHit, index: number): HTMLElement | null {
  const option = template?.content.firstElementChild?.cloneNode(true);
  if (!(option instanceof HTMLElement)) return null;
  const setText = (part: string, text: string) => {
    const place = option.querySelector(`[data-${part}]`);
    if (place) place.textContent = text;
  };
  option.id = `search-result-${index}`;
  option.dataset.index = String(index);
  setText('name', hit.entry.name);
  setText('colours', coloursText(hit));
  const price = pence(hit.entry.price);
  setText('price', formatPounds(price));
  setText('with-tax', withTaxText(price, pageTax()));
  return option;
}

function show(hits: readonly SearchHit[], text: string): void {
  const shown = hits.slice(0, MAX_SUGGESTIONS);
  addresses = shown.map(addressOf);
  list?.replaceChildren(...shown.flatMap((hit, index) => optionOf(hit, index) ?? []));
  activate(-1);
  if (list) list.hidden = shown.length === 0;
  if (input) input.ariaExpanded = String(shown.length > 0);
  if (status) status.textContent = text;
}

function summary(hits: readonly SearchHit[]): string {
  if (hits.length === 0) return 'Nothing found. Try another word, or one of these:';
  const count = hits.reduce((sum, { colours }) => sum + colours.length, 0);
  return `${countText(count, 'piece')} found, press Enter to see all`;
}

async function search(words: string): Promise<void> {
  if (words === '') {
    show([], '');
    return;
  }
  try {
    const find = await loadSearch();
    // Superseded by further typing.
    if (words !== input?.value.trim()) return;
    const hits = find(words);
    show(hits, summary(hits));
  } catch (error) {
    show([], `Error: ${listingFailure(error)}`);
  }
}

function move(step: 1 | -1): void {
  const count = addresses.length;
  if (count > 0) activate(active < 0 && step < 0 ? count - 1 : (active + step + count) % count);
}

input?.addEventListener('input', () => void search(input.value.trim()));

input?.addEventListener('keydown', (event) => {
  const address = addresses[active];
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  } else if (event.key === 'Enter' && address) {
    event.preventDefault();
    location.assign(address);
  } else if (event.key === 'Escape') {
    // The first Escape closes the list, the second the dialog; by default a search field would use one
    // more to clear itself.
    event.preventDefault();
    if (addresses.length > 0) show([], '');
    else input.closest('dialog')?.close();
  }
});

list?.addEventListener('click', ({ target }) => {
  const option = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  const address = addresses[Number(option?.dataset.index)];
  if (address) location.assign(address);
});

if (input?.form) input.form.action = '/all-products';
// Loads the index while the shopper types; they may have typed something already.
loadSearch().catch(() => undefined);
if (input) void search(input.value.trim());
