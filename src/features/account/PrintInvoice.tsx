import { useEffect, useState } from 'react';
import type { Order } from '#domain/order.ts';
import { Invoice } from './Invoice.tsx';

/** Prints an order's invoice, rendered only while printing. */
export function PrintInvoice({ order }: { order: Order }) {
  const [copies, setCopies] = useState(0);
  const [printing, setPrinting] = useState(false);

  useEffect(() => {
    if (copies === 0) return undefined;
    const done = (): void => setPrinting(false);
    window.addEventListener('afterprint', done);
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [copies]);

  function print(): void {
    setPrinting(true);
    setCopies((count) => count + 1);
  }

  return (
    <>
      <button type="button" className="button-quiet w-full" onClick={print}>
        Print Invoice<span className="sr-only">, order {order.id}</span>
      </button>
      {printing && <Invoice order={order} />}
    </>
  );
}
