import { useQuery } from '@tanstack/react-query';
import { countText } from '#domain/basics/count-text.ts';
import type { ColourAnswer, Movement } from '#domain/contracts/staff-inventory.ts';
import { ItemPicture } from '#ui/ItemPicture.tsx';
import { Button } from '../kit/Button.tsx';
import { dayText, momentText } from '../kit/day-text.ts';
import { useMay } from '../kit/may.ts';
import { PageLinks } from '../kit/PageLinks.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { OrderLink } from '../kit/OrderLink.tsx';
import { type OpenDialog, usePageDialog } from '../kit/use-page-dialog.ts';
import { ColourFacts } from './ColourFacts.tsx';
import { AdjustDialog, ArriveDialog, ExpectDialog, LimitDialog } from './stock-dialogs.tsx';
import { colourQuery } from './stock-queries.ts';
import { reasonNames, signed } from './stock-texts.ts';

function MovementRow({ of: { at, moved, stock, why, order, note, by } }: { of: Movement }) {
  const mayRead = useMay()('read_orders');
  return (
    <tr>
      <td>
        <time dateTime={at}>{momentText(at)}</time>
      </td>
      <td>{signed(moved)}</td>
      <td>{stock}</td>
      <td>
        {reasonNames[why]}
        {order !== null && (
          <>
            {', '}
            {mayRead ? <OrderLink order={order} /> : `order ${order}`}
          </>
        )}
        {by !== null && <span className="studio-soft">{by}</span>}
        {note !== null && <span className="studio-soft">{note}</span>}
      </td>
    </tr>
  );
}

function Movements({ movements }: Pick<ColourAnswer, 'movements'>) {
  if (movements.length === 0) return <p>The stock has never changed.</p>;
  return (
    <table className="stock-movements">
      <caption className="sr-only">Movements, newest first</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Units</th>
          <th scope="col">Left</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => (
          <MovementRow key={movement.id} of={movement} />
        ))}
      </tbody>
    </table>
  );
}

function Colour({ answer, place }: { answer: ColourAnswer; place: AreaPlace }) {
  const { colour, deliveries, movements, next } = answer;
  const { open, news, dialog } = usePageDialog();
  const opens = (text: string, about: string, show: Parameters<OpenDialog>[0]) => (
    <Button opensDialog onClick={() => open(show)}>
      {text}
      {about !== '' && <span className="sr-only"> {about}</span>}
    </Button>
  );
  const id = String(colour.variant_id);
  return (
    <>
      <div className="stock-head">
        <ItemPicture image={colour.image} />
        <div>
          <h1 className="heading">
            {colour.product_name}, {colour.color_name}
          </h1>
          <p className="studio-soft studio-sku">
            {[colour.sku, colour.gtin, colour.archived && 'archived'].filter(Boolean).join(', ')}
          </p>
        </div>
      </div>
      <output className="studio-news">{news}</output>
      <ColourFacts of={colour} />
      <p>
        {colour.sold} sold so far, {colour.cancelled} of them cancelled; {colour.returned} returned
        into stock, {colour.written_off} returned and written off
        {colour.replaced > 0 && `; ${colour.replaced} sent again, free of charge`}. Low at{' '}
        {countText(colour.low, 'unit')}.
        {colour.waiting > 0 &&
          ` ${countText(colour.waiting, 'shopper')} ${colour.waiting === 1 ? 'waits' : 'wait'} for it, since ${momentText(colour.waiting_since ?? '')}.`}
      </p>
      <div className="studio-actions">
        {opens('Adjust', 'the stock', (frame) => (
          <AdjustDialog {...frame} colour={colour} />
        ))}
        {opens('Expect a delivery', '', (frame) => (
          <ExpectDialog {...frame} colour={colour} />
        ))}
        {opens('Limit', 'of low stock', (frame) => (
          <LimitDialog {...frame} colour={colour} />
        ))}
      </div>
      {deliveries.length > 0 && (
        <section aria-labelledby="stock-expected">
          <h2 id="stock-expected" className="stock-heading">
            Expected
          </h2>
          <ul className="stock-deliveries">
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                <div>
                  <p>
                    {countText(delivery.units, 'unit')},{' '}
                    <time dateTime={delivery.due_on}>{dayText(delivery.due_on)}</time>
                  </p>
                  <p className="studio-soft">
                    {[delivery.note, `noted by ${delivery.by}`].filter(Boolean).join(', ')}
                  </p>
                </div>
                {opens('Arrived', `${delivery.units} units`, (frame) => (
                  <ArriveDialog {...frame} colour={colour} delivery={delivery} />
                ))}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="stock-movements">
        <h2 id="stock-movements" className="stock-heading">
          Movements
        </h2>
        <Movements movements={movements} />
        <PageLinks
          first={place.query['after'] === undefined ? null : { ...place, query: { id } }}
          next={next === null ? null : { ...place, query: { id, after: String(next) } }}
        />
      </section>
      {dialog}
    </>
  );
}

/** One colour's stock: its numbers, expected deliveries and every movement. */
export function ColourPage({ place }: { place: AreaPlace }) {
  const { id = '', after } = place.query;
  const found = useQuery(colourQuery(id, after));
  const { data } = found;
  if (data) return <Colour answer={data} place={place} />;
  return (
    <>
      <h1 className="heading">Stock</h1>
      <Awaited query={found} />
    </>
  );
}
