import { fetchGiftCard, type GiftCardBalance } from '#api/gift-card.ts';
import { messageOf } from '#api/http/api-error.ts';
import { onContent } from '#browser/content/content.ts';
import type { GiftCardBody } from '#domain/contracts/listing-bodies.ts';
import { formatPounds } from '#domain/money/money.ts';
import { orderDate } from '#domain/orders/order.ts';

const kinds: Readonly<Record<string, string>> = {
  issued: 'Issued',
  spent: 'Spent on an order',
  returned: 'Back from a refund',
  expired: 'Ended',
};

/** "+£5.00", "−£4.50". */
function signed(pounds: number): string {
  const text = Math.abs(pounds).toFixed(2);
  return `${pounds < 0 ? '−' : '+'}£${text}`;
}

function fill(shown: HTMLElement, card: GiftCardBalance): void {
  const set = (name: string, text: string) => {
    const place = shown.querySelector(`[data-card-${name}]`);
    if (place) place.textContent = text;
  };
  set('end', card.end);
  set('balance', formatPounds(card.balance));
  set('held', card.held > 0 ? `${formatPounds(card.held)} of it is held by a checkout.` : '');
  set('until', orderDate(card.expiresAt));
  const list = shown.querySelector('[data-card-entries]');
  list?.replaceChildren(
    ...card.entries.map(({ at, kind, amount }) => {
      const row = document.createElement('li');
      row.className = 'flex justify-between gap-6 border-t border-bone-deep py-3';
      const what = document.createElement('span');
      what.textContent = `${orderDate(at)}: ${kinds[kind] ?? kind}`;
      const sum = document.createElement('span');
      sum.className = 'tabular-nums';
      sum.textContent = signed(amount);
      row.append(what, sum);
      return row;
    }),
  );
}

onContent((main) => {
  const form = main.querySelector<HTMLFormElement>('[data-gift-card]');
  const message = form?.querySelector('[data-gift-card-message]');
  const shown = main.querySelector<HTMLElement>('[data-gift-card-shown]');
  if (!form || !message || !shown) return;
  let latest = 0;

  async function show(body: GiftCardBody, said: Element, place: HTMLElement): Promise<void> {
    latest += 1;
    const asked = latest;
    said.textContent = '';
    try {
      const card = await fetchGiftCard(body);
      if (asked !== latest) return;
      fill(place, card);
      place.hidden = false;
      place.focus();
    } catch (error) {
      if (asked !== latest) return;
      place.hidden = true;
      said.textContent = messageOf(error);
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const code = String(new FormData(form).get('code') ?? '').trim();
    if (code !== '') void show({ code }, message, shown);
  });
  // In the fragment, which is never sent to a server by itself.
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token) void show({ token }, message, shown);
});
