import type { CartItem } from '#domain/cart/cart.ts';
import { CartColumns } from './CartColumns.tsx';
import { CartFrame } from './CartFrame.tsx';

/** A line with every optional part. */
const SAMPLE: CartItem = {
  id: 0,
  name: '',
  description: '',
  price: 0,
  category_name: '',
  created_at: '',
  quantity: 2,
  selectedColor: { id: 0, color_name: '', quantity: 2, images: [] },
};

const nothing = () => undefined;

interface Props {
  isEmpty: boolean;
  /** Tax added to the prices, in per cent. */
  tax: number;
}

/** The cart's first state, which draw-cart-preview.ts fills in and React hydrates. */
export function CartTemplate({ isEmpty, tax }: Props) {
  return (
    <CartFrame>
      <CartColumns
        news={[]}
        items={isEmpty ? [] : [SAMPLE]}
        taxes={null}
        pageTax={tax}
        reference=""
        discount={{
          code: '',
          off: null,
          card: undefined,
          message: '',
          isChecking: false,
          isTyped: false,
          note: nothing,
          enter: nothing,
        }}
        busy={false}
        message=""
        onRemove={nothing}
        onCheckout={nothing}
        onExpress={nothing}
      />
    </CartFrame>
  );
}
