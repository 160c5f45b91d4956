import { sortProducts, toCards } from '#shop/listing.ts';
import type { ListingCard } from '#shop/listing.ts';
import { formatPounds } from '#shop/money.ts';
import { listingFailure, listingProducts } from './listing-source.ts';
import { matchesWords } from './search-words.ts';

/** More would hide the way to the whole result. */
const MOST_SHOWN = 6;

const input = document.querySelector<HTMLInputElement>('[data-search-text]');
const list = document.querySelector<HTMLElement>('[data-search-results]');
const status = document.querySelector<HTMLElement>('[data-search-status]');
const template = document.querySelector<HTMLTemplateElement>('[data-search-option]');

/** The addresses of the options on screen, and which of them the arrows have reached. */
let addresses: string[] = [];
let active = -1;

function activate(index: number): void {
  active = index;
  const options = [...(list?.children ?? [])];
  for (const [place, option] of options.entries()) option.ariaSelected = String(place === index);
  const option = options[index];
  if (option) input?.setAttribute('aria-activedescendant', option.id);
  else input?.removeAttribute('aria-activedescendant');
}

function optionOf({ product, variant, price }: ListingCard, index: number): HTMLElement | null {
  const option = template?.content.firstElementChild?.cloneNode(true);
  if (!(option instanceof HTMLElement)) return null;
  option.id = `search-result-${index}`;
  option.dataset.index = String(index);
  const name = option.querySelector('[data-name]');
  if (name) name.textContent = `${product.name}, ${variant.color_name}`;
  const cost = option.querySelector('[data-price]');
  if (cost) cost.textContent = formatPounds(price);
  return option;
}

function show(found: readonly ListingCard[], text: string): void {
  const shown = found.slice(0, MOST_SHOWN);
  addresses = shown.map(({ href }) => href);
  list?.replaceChildren(...shown.flatMap((card, index) => optionOf(card, index) ?? []));
  activate(-1);
  if (list) list.hidden = shown.length === 0;
  if (input) input.ariaExpanded = String(shown.length > 0);
  if (status) status.textContent = text;
}

function summary(count: number): string {
  if (count === 0) return 'Nothing found';
  const found = count === 1 ? '1 piece found' : `${count} pieces found`;
  return count > MOST_SHOWN ? `${found}, press Enter to see all` : found;
}

async function search(words: string): Promise<void> {
  if (words === '') {
    show([], '');
    return;
  }
  try {
    const products = await listingProducts(null);
    // The shopper may have typed on meanwhile.
    if (words !== input?.value.trim()) return;
    const found = toCards(sortProducts(products, 'newest')).filter((card) =>
      matchesWords(card, words),
    );
    show(found, summary(found.length));
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
  } else if (event.key === 'Escape' && addresses.length > 0) {
    // The first Escape closes the list, the next one the dialog.
    event.preventDefault();
    show([], '');
  }
});

list?.addEventListener('click', ({ target }) => {
  const option = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  const address = addresses[Number(option?.dataset.index)];
  if (address) location.assign(address);
});
