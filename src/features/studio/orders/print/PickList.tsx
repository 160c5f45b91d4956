import { company } from '#brand/company.ts';
import { imageAddress, imagePath } from '#domain/catalogue/image.ts';
import { countText } from '#domain/basics/count-text.ts';
import type { OrdersForPrint } from '#domain/contracts/staff-orders.ts';

/** The pieces of several orders, by product and colour, with a picture against mixing colours up. */
export function PickList({ pick, slips }: Pick<OrdersForPrint, 'pick' | 'slips'>) {
  const all = slips.flatMap(({ orders }) => orders);
  const wishes = all.filter(({ gift_message, note }) => gift_message !== null || note !== null);
  const together = slips.filter(({ orders }) => orders.length > 1);
  const total = pick.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article className="studio-slip studio-pick" aria-label="Pick list">
      <header>
        <p className="studio-slip-brand">{company.brand}</p>
        <h2>Pick list</h2>
        <p>
          {countText(total, 'piece')} for {countText(all.length, 'order')}
        </p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">Pieces</th>
            <th scope="col">Picture</th>
            <th scope="col">Item</th>
            <th scope="col">Colour</th>
            <th scope="col">Orders</th>
          </tr>
        </thead>
        <tbody>
          {pick.map(({ variant_id, quantity, product_name, color_name, sku, image, orders }) => (
            <tr key={variant_id}>
              <td>{quantity}</td>
              <td>
                {image !== null && (
                  <img
                    className="studio-pick-picture"
                    src={imageAddress(imagePath({ image }, ''), 160)}
                    alt={`${product_name}, ${color_name}`}
                    width={48}
                    height={60}
                  />
                )}
              </td>
              <td>{product_name}</td>
              <td>
                {color_name}
                <p className="studio-sku">{sku}</p>
              </td>
              <td>{orders.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {together.length > 0 && (
        <section aria-label="One parcel">
          <h3>One parcel</h3>
          {together.map(({ orders: [first, ...others] }) => (
            <p key={first?.order}>
              Pack order {first?.order} with order {others.map(({ order }) => order).join(', ')}
            </p>
          ))}
        </section>
      )}
      {wishes.length > 0 && (
        <section aria-label="From the shoppers">
          <h3>From the shoppers</h3>
          {wishes.map(({ order, gift_message, note }) => (
            <p key={order} className="studio-slip-words">
              Order {order}
              {note !== null && `: ${note}`}
              {gift_message !== null && ` (gift message: “${gift_message}”)`}
            </p>
          ))}
        </section>
      )}
    </article>
  );
}
