import { useState } from 'react';
import { formatPounds } from '#domain/money/money.ts';
import { faultKinds, returnNames } from '#domain/orders/return-kinds.ts';
import type { ColourStock } from '#domain/contracts/staff-inventory.ts';
import { exchangeItems } from '#domain/contracts/staff-money.ts';
import type { Foreseen } from '#domain/contracts/staff-money.ts';
import { CheckField } from '../../kit/form/CheckField.tsx';
import { SelectField } from '../../kit/form/SelectField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { ContractDialog } from '../../kit/form/ContractDialog.tsx';
import { type OrderFrame, useOrderForm } from './use-order-form.ts';
import { costOf, exchangeNews, wishedTerms } from './exchange-terms.ts';
import { lineName, piecesText, returnableUnits } from './order-texts.ts';
import type { Return } from './order-texts.ts';
import { PieceSearch } from './PiecePicker.tsx';
import { UnitFields, useUnits } from './UnitFields.tsx';
import { useForeseen } from './use-foreseen.ts';

/** The difference that the shopper pays or gets back. */
function Cost({ link_pence, back_pence }: Foreseen) {
  const back = back_pence ?? 0;
  return (
    <div className="studio-soft">
      {link_pence !== null && (
        <p>
          <b>{formatPounds(link_pence)} to pay by a link.</b> The new order is made when it is paid.
          If the link lapses, the return is refunded.
        </p>
      )}
      {back_pence !== null && back > 0 && (
        <p>
          <b>{formatPounds(back_pence)} to refund</b> when the return is settled.
        </p>
      )}
      {link_pence === null && back === 0 && <p>The shopper neither pays nor gets anything back.</p>}
    </div>
  );
}

/**
 * Agrees an exchange: a return, and an order of other pieces. The difference is paid by a link, or refunded.
 * @param back the return whose wish is granted; none for a new one.
 */
export default function ExchangeDialog({ back, ...frame }: OrderFrame & { back?: Return }) {
  const { order } = frame;
  const { units, fields } = useUnits(order.lines, returnableUnits, () => new Map());
  const [others, setOthers] = useState<ReadonlyMap<number, string>>(new Map());
  const [found, setFound] = useState<readonly ColourStock[]>([]);
  const [kind, setKind] = useState<Return['kind']>('return');
  const [reason, setReason] = useState('');
  const [atOnce, setAtOnce] = useState(false);
  const chosen = order.lines.filter(({ variant_id }) => units.has(variant_id));
  const items = chosen.map(({ variant_id: from }) => ({
    from,
    to: Number(others.get(from) ?? 0),
    quantity: units.get(from) ?? 0,
  }));
  const terms = back
    ? wishedTerms(order, back)
    : { order: order.order ?? 0, items, return: null, kind };
  const isChosen = terms.items.length > 0 && terms.items.every(({ to }) => to > 0);
  const { foreseen, problem } = useForeseen(
    isChosen ? { act: 'exchange', ...terms } : null,
    order.lines,
  );
  const isDearer = foreseen?.link_pence != null;
  const form = useOrderForm(exchangeItems, order, {
    asked: {
      ...terms,
      reason,
      at_once: atOnce,
      cost_pence: foreseen && costOf(foreseen),
    },
    blocked: problem,
    done: (made) =>
      atOnce && made.link === null
        ? `Order ${made.exchange} is on the list to send. The shopper gets code ${made.code} by e-mail.`
        : exchangeNews(made),
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title={`Exchange pieces of order ${order.order}`}
      verb={isDearer ? 'Exchange and send the link' : 'Exchange'}
    >
      {back ? (
        <ul>
          {back.wish.map((piece) => (
            <li key={piece.to}>
              {piecesText([{ variant_id: piece.from, quantity: piece.quantity }], order.lines)}:{' '}
              {lineName(piece)} instead
            </li>
          ))}
        </ul>
      ) : (
        <>
          <UnitFields legend="Pieces that come back" isEach {...fields} />
          <PieceSearch
            choose={(colour) => setFound([...found, colour])}
            taken={found}
            label="Find another product"
          />
          {chosen.map((line, place) => (
            <SelectField
              key={line.variant_id}
              label={`Instead of ${lineName(line)}`}
              {...form.at(`items.${place}.to`)}
              value={others.get(line.variant_id) ?? ''}
              choices={Object.fromEntries([
                ...line.swaps.map(({ variant_id, color_name, free }) => [
                  String(variant_id),
                  `${color_name}: ${free} in stock`,
                ]),
                ...found.map((colour) => [
                  String(colour.variant_id),
                  `${lineName(colour)}: ${colour.free} in stock`,
                ]),
              ])}
              onChange={(other) => setOthers(new Map([...others, [line.variant_id, other]]))}
            />
          ))}
          <SelectField
            label="Kind of return"
            value={kind}
            choices={returnNames}
            onChange={setKind}
          />
          <TextField
            label="Reason (the shopper reads this)"
            {...form.at('reason')}
            value={reason}
            onChange={setReason}
            rows={2}
            maxLength={1000}
            required={faultKinds.includes(kind)}
          />
        </>
      )}
      <CheckField checked={atOnce} onChange={setAtOnce}>
        Send at once, without waiting for the return
      </CheckField>
      {foreseen ? (
        <Cost {...foreseen} />
      ) : (
        <output className="studio-soft">{isChosen && problem}</output>
      )}
      <p className="studio-soft">
        Another colour costs what was paid, another product today’s price. A new order takes the
        pieces from stock. If the return is refused or called off before it leaves, it is cancelled.
      </p>
    </ContractDialog>
  );
}
