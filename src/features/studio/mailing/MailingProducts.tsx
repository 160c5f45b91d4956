import { formatPounds, pence } from '#domain/money/money.ts';
import { mostMailedProducts } from '#domain/contracts/mailing-draft.ts';
import type { ShownProduct } from '#domain/contracts/staff-mailings.ts';
import { ProductChooser } from '../categories/ProductChooser.tsx';
import { Panel } from '../kit/Panel.tsx';

interface Props {
  /** Ids, in their order. */
  chosen: readonly number[];
  /** Products as saved. */
  known: readonly ShownProduct[];
  onChange: (chosen: number[]) => void;
}

/** The products of a mailing, in the order of the e-mail. */
export function MailingProducts({ chosen, known, onChange }: Props) {
  return (
    <Panel title="Products" className="mailing-products">
      <p className="studio-soft">
        Up to {mostMailedProducts}. Each appears with its picture and its price when the e-mail is
        sent.
      </p>
      <ProductChooser
        chosen={chosen.map(String)}
        most={mostMailedProducts}
        keyOf={({ id }) => String(id)}
        knownOf={(key) => {
          const product = known.find(({ id }) => String(id) === key);
          const facts = product
            ? formatPounds(pence(product.price_pence))
            : 'No longer in the shop.';
          return {
            name: product?.name ?? `Product ${key}`,
            picture: product?.picture ?? null,
            facts,
          };
        }}
        onChange={(keys) => onChange(keys.map(Number))}
      />
    </Panel>
  );
}
