import { formatPounds, pence } from '#domain/money/money.ts';
import { exchangeItems } from '#domain/contracts/staff-money.ts';
import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import { Button } from '../../kit/Button.tsx';
import { costOf, exchangeNews, wishedTerms } from './exchange-terms.ts';
import type { Return } from './order-texts.ts';
import { useForeseen } from './use-foreseen.ts';
import { useOrderForm } from './use-order-form.ts';

interface Props {
  order: StaffOrder;
  back: Return;
  onNews: (text: string) => void;
}

/** Grants the exchange that a shopper wishes, by one press at the cost shown on it. */
export default function AgreeExchange({ order, back, onNews }: Props) {
  const terms = wishedTerms(order, back);
  const { foreseen, problem } = useForeseen({ act: 'exchange', ...terms }, order.lines);
  const cost = foreseen && costOf(foreseen);
  const form = useOrderForm(exchangeItems, order, {
    asked: { ...terms, reason: '', at_once: false, cost_pence: cost },
    blocked: problem,
    done: exchangeNews,
  });

  async function agree(): Promise<void> {
    const result = await form.submit();
    // The page has it, since the button is gone with the wish.
    if (result?.isDone) onNews(result.text);
  }

  const price =
    cost === undefined || cost === 0
      ? ''
      : `: ${formatPounds(pence(Math.abs(cost)))} ${cost > 0 ? 'to pay by a link' : 'to refund'}`;
  return (
    <>
      <Button
        look="small"
        busy={form.busy}
        disabled={foreseen === undefined}
        onClick={() => void agree()}
      >
        Agree to the exchange{price}
        <span className="sr-only"> {back.code}</span>
      </Button>
      <output className="message-error">{form.problem || problem}</output>
    </>
  );
}
