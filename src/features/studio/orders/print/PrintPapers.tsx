import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readText, writeText } from '#browser/web-storage.ts';
import { statusText } from '#domain/orders/order.ts';
import { getOrdersForPrint } from '#domain/contracts/staff-orders.ts';
import { Button } from '../../kit/Button.tsx';
import { staffQuery } from '../../kit/staff-query.ts';
import { SelectField } from '../../kit/form/SelectField.tsx';
import type { Place } from '../../kit/place.ts';
import { Awaited } from '../../kit/Awaited.tsx';
import { linkTo } from '../../kit/use-place.ts';
import { PackingSlip } from './PackingSlip.tsx';
import { isPaper, type Paper, papers } from './papers.ts';
import { PickList } from './PickList.tsx';

type PrintPlace = Extract<Place, { at: 'print' }>;
/** The last paper chosen on this device. */
const PAPER = 'studioPaper';

/** Waits for the pictures: the print dialog shows what is there. A missing one does not stop it. */
async function printWithPictures(): Promise<void> {
  await Promise.allSettled(Array.from(document.images, (image) => image.decode()));
  window.print();
}

/** Packing slips, one per page and without prices, or a pick list; opens the print dialog once loaded. */
export default function PrintPapers({ place }: { place: PrintPlace }) {
  const query = useQuery(
    staffQuery(
      ['print', ...place.orders],
      getOrdersForPrint,
      { orders: place.orders.join(',') },
      {
        enabled: place.orders.length > 0,
        // The page must not change while it is printed.
        refetchInterval: false,
        refetchOnWindowFocus: false,
      },
    ),
  );
  const [paper, setPaper] = useState<Paper>(() => {
    const kept = readText('local', PAPER);
    return isPaper(kept) ? kept : 'a4';
  });
  const ready = query.data !== undefined && query.data.slips.length > 0;

  useEffect(() => {
    if (ready) void printWithPictures();
  }, [ready]);

  return (
    <>
      <div className="studio-bar studio-print-bar">
        <h1 className="heading">{place.print === 'slips' ? 'Packing slips' : 'Pick list'}</h1>
        {place.print === 'slips' && (
          <SelectField
            label="Paper"
            value={paper}
            choices={papers}
            onChange={(chosen) => {
              if (!isPaper(chosen)) return;
              setPaper(chosen);
              writeText('local', PAPER, chosen);
            }}
          />
        )}
        <p className="studio-actions">
          <Button look="main" disabled={!ready} onClick={() => void printWithPictures()}>
            Print
          </Button>
          <a
            className="button-quiet"
            {...linkTo({ at: 'list', list: 'to_send', q: '', filters: {}, after: null })}
          >
            To send
          </a>
        </p>
      </div>
      {place.orders.length === 0 && <p>No orders were chosen.</p>}
      {place.orders.length > 0 && <Awaited query={query} />}
      {query.data && (
        <>
          {query.data.left_out.length > 0 && (
            <p className="message-error">
              Left out, because nothing is left to send:{' '}
              {query.data.left_out
                .map(({ order, status }) => `${order}${status ? ` (${statusText(status)})` : ''}`)
                .join(', ')}
            </p>
          )}
          {place.print === 'slips'
            ? query.data.slips.map((slip) => (
                <PackingSlip key={slip.orders[0]?.order} slip={slip} paper={paper} />
              ))
            : query.data.pick.length > 0 && (
                <PickList pick={query.data.pick} slips={query.data.slips} />
              )}
        </>
      )}
    </>
  );
}
