import { ApiError, messageOf } from '#api/http/api-error.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import { isRecord } from '#domain/basics/record.ts';
import { problemText } from '../../kit/problem-text.ts';
import type { Line } from './order-texts.ts';
import { lineName } from './order-texts.ts';

function pounds(amount: unknown): string {
  return formatPounds(pence(Number(amount)));
}

/** Pieces or money left, if the response includes them. */
function factsText(facts: unknown, lines: readonly Line[]): string {
  if (Array.isArray(facts)) {
    return facts
      .flatMap((fact: unknown) => {
        if (!isRecord(fact)) return [];
        const line = lines.find(({ variant_id }) => variant_id === fact.variant_id);
        return line ? [`${lineName(line)}: ${Number(fact.left ?? fact.quantity)} left.`] : [];
      })
      .join(' ');
  }
  if (!isRecord(facts) || facts.left_pence === undefined) return '';
  const ofDelivery =
    facts.shipping_left_pence === undefined
      ? ''
      : `, ${pounds(facts.shipping_left_pence)} of the delivery`;
  return `${pounds(facts.left_pence)} is left${ofDelivery}.`;
}

/** Error text of a dry run: why the action would be refused. */
export function previewRefusalText(error: unknown, lines: readonly Line[]): string {
  if (!(error instanceof ApiError)) return messageOf(error);
  if (error.status === 0) return 'No response, so the amount is not known yet.';
  const facts = isRecord(error.body) ? factsText(error.body.facts, lines) : '';
  return [problemText(error), facts].filter((part) => part !== '').join(' ');
}

/** Error text of an action, with what has changed since the page loaded. */
export function refusalText(error: unknown, lines: readonly Line[]): string {
  if (!(error instanceof ApiError)) return messageOf(error);
  if (error.status === 0) {
    return 'No response. Press again: nothing is done twice.';
  }
  const why = previewRefusalText(error, lines);
  return error.status === 409 ? `${why} The page now shows the current state.` : why;
}
