import { useEffect, useState } from 'react';
import { fetchDestination } from '#api/destination.ts';
import type { Destination } from '#api/destination.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import type { AppliedDiscount } from '#stores/checkout/checkout-storage.ts';

interface Props {
  items: readonly CartItem[];
  discount: AppliedDiscount;
  /** Two-letter code; `''` until chosen. */
  country: string;
}

const later = <p>Select a country, or see the payment page.</p>;

function Costs({ items, discount, country }: Props) {
  // Undefined while loading, null if the call failed.
  const [costs, setCosts] = useState<Destination | null>();

  useEffect(() => {
    let isCurrent = true;
    void fetchDestination(country, items, discount.code ? discount.off : undefined)
      .catch((error: unknown) => {
        console.error(error);
        return null;
      })
      .then((answer) => isCurrent && setCosts(answer));
    return () => {
      isCurrent = false;
    };
  }, [country, items, discount]);

  if (!costs) return costs === null && later;
  return (
    <>
      {costs.deliveries.map(({ name, price }) => (
        <p key={name} className="flex justify-between gap-4">
          {name}
          <span className="tabular-nums">{price}</span>
        </p>
      ))}
      {costs.duties && <p>{costs.duties}</p>}
      {costs.in_union && (
        <button type="button" className="link" popoverTarget="eu-guarantee">
          Your legal guarantee in the EU
        </button>
      )}
    </>
  );
}

/** Delivery, duties and taxes of the chosen country, which come on top of the total. */
export function BillingDestination(props: Props) {
  const { country } = props;
  return (
    <div aria-live="polite" className="destination">
      <h3>Delivery, on top of the total</h3>
      {country ? <Costs key={country} {...props} /> : later}
    </div>
  );
}
