import { useQuery } from '@tanstack/react-query';
import type { Pence } from '#domain/money/money.ts';
import { foresee } from '#domain/contracts/staff-money.ts';
import type { ForeseeBody, Foreseen } from '#domain/contracts/staff-money.ts';
import { staffQuery } from '../../kit/staff-query.ts';
import { useSettled } from '../../kit/use-settled.ts';
import type { Line } from './order-texts.ts';
import { previewRefusalText } from './refusal-text.ts';

/** The money that an act would move. */
export interface Foresight {
  /** Undefined until it is known, and if the act would be refused. */
  foreseen: Foreseen | undefined;
  /** The refund to send with the act. */
  refund_pence: Pence | undefined;
  /** Why the form cannot be sent yet; `''` if it can. */
  problem: string;
}

/**
 * Asks for the money that an act would move, by a dry run of it; again when the form or the order changes.
 * @param asked the act; null while there is nothing to ask.
 */
export function useForeseen(asked: ForeseeBody | null, lines: readonly Line[]): Foresight {
  const now = JSON.stringify(asked);
  const settled = useSettled(now);
  const { data, error, isFetching } = useQuery(
    staffQuery(
      // Fetched again with the order.
      ['order', 'foreseen', settled],
      foresee,
      JSON.parse(settled),
      {
        enabled: settled !== 'null',
        refetchInterval: false,
        staleTime: 0,
        gcTime: 0,
      },
    ),
  );
  if (asked === null) return { foreseen: undefined, refund_pence: undefined, problem: '' };
  if (now !== settled || isFetching) {
    const problem = 'One moment: the amount is being worked out.';
    return { foreseen: undefined, refund_pence: undefined, problem };
  }
  return error
    ? { foreseen: undefined, refund_pence: undefined, problem: previewRefusalText(error, lines) }
    : { foreseen: data, refund_pence: data?.refund.amount_pence, problem: '' };
}
