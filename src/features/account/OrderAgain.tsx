import { useState } from 'react';
import { describeShortfall } from '#domain/cart/reorder.ts';
import { fetchReorderLines } from '#api/account.ts';
import { messageOf } from '#api/http/api-error.ts';
import { leaveCartNews } from '#stores/reorder/cart-news.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { withSession } from '#ui/islands/with-session.ts';
import { addReorder } from './cart-reorder.ts';

/**
 * Puts an order's items back into the cart and opens it.
 * @returns messages for the shopper if nothing could be added.
 */
async function orderAgain(id: number): Promise<readonly string[]> {
  const lines = await withSession((customer) => fetchReorderLines(id, customer));
  if (lines === null) return [];
  const { added, shortfalls } = addReorder(lines);
  const news = shortfalls.map(describeShortfall);
  if (added === 0) return news;
  leaveCartNews(news);
  location.assign('/cart');
  return [];
}

/** Button that adds the order's items to the cart again. */
export function OrderAgain({ id }: { id: number }) {
  const { busy, start, end } = useBusy();
  const [news, setNews] = useState<readonly string[]>([]);

  async function reorder(): Promise<void> {
    if (!start()) return;
    setNews([]);
    try {
      const found = await orderAgain(id);
      setNews(found);
      // Otherwise the page is navigating away: stay busy.
      if (found.length > 0) end();
    } catch (error) {
      setNews([messageOf(error)]);
      end();
    }
  }

  return (
    <>
      <button
        type="button"
        className="button-quiet w-full"
        aria-busy={busy}
        onClick={() => void reorder()}
      >
        Order Again<span className="sr-only">, order {id}</span>
      </button>
      <output className="grid gap-2 font-medium text-oxblood">
        {news.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </output>
    </>
  );
}
