/** Shows today's sums on /what-we-count, with the SQL that they are from. */
import { messageOf } from '#api/http/api-error.ts';
import { type CountedRow, fetchCounts } from '#api/what-we-count.ts';
import { onContent } from '#browser/content/content.ts';
import { whenShown } from '#browser/shown.ts';
import { dayText } from '#domain/orders/order-promise.ts';

/** Names of what is counted, by `count_kind`. */
const names: Readonly<Record<string, string>> = {
  seen: 'Product looked at',
  added: 'Product put into a cart',
  checkout: 'Payment page opened',
  searched: 'Search with a result',
  searched_in_vain: 'Search without a result',
  referrer: 'Visit, by the site it came from',
  campaign: 'Visit, by the campaign of its link',
  referrer_added: 'Put into a cart, by the site the visit came from',
  campaign_added: 'Put into a cart, by the campaign of the visit',
};

function rowOf({ kind, which, sum }: CountedRow): HTMLTableRowElement {
  const row = document.createElement('tr');
  for (const text of [names[kind] ?? kind, which, String(sum)]) row.insertCell().textContent = text;
  return row;
}

async function show(section: HTMLElement): Promise<void> {
  const status = section.querySelector('[role="status"]');
  const table = section.querySelector('table');
  if (!status || !table) return;
  try {
    const { day, rows, reading, writing } = await fetchCounts();
    table.tBodies[0]?.replaceChildren(...rows.map(rowOf));
    table.hidden = rows.length === 0;
    status.textContent =
      rows.length === 0
        ? `Nothing has been counted today, ${dayText(day)}.`
        : `Counted today, ${dayText(day)}:`;
    for (const [name, sql] of Object.entries({ reading, writing })) {
      const code = section.querySelector(`[data-sql="${name}"] code`);
      if (code) code.textContent = sql;
    }
  } catch (error) {
    status.textContent = messageOf(error);
  }
}

onContent((main) => {
  const section = main.querySelector<HTMLElement>('[data-counted]');
  if (section) whenShown(() => void show(section));
});
