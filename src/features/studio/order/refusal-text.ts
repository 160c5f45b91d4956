import { ApiError, messageOf } from '#api/http/api-error.ts';
import { formatPounds, pence } from '#domain/money.ts';
import { isRecord } from '#domain/record.ts';
import { reasonOf } from '../as-staff.ts';
import { problemText } from '../problem-text.ts';
import type { Line } from './order-texts.ts';
import { lineName } from './order-texts.ts';

/** An action that was answered, and not done. */
export class Refusal extends Error {}

/** Whether the login was too old or without its code, and no new one was made. */
export function isLoginRefusal(error: unknown): boolean {
  return ['login_too_old', 'second_factor_missing'].includes(reasonOf(error));
}

function pounds(amount: unknown): string {
  return formatPounds(pence(Number(amount)));
}

/** What is left, where the server tells: of pieces, or of the money. */
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

/** Why an action was not done, for the person who pressed its button, and what has changed meanwhile. */
export function refusalText(error: unknown, lines: readonly Line[]): string {
  if (error instanceof Refusal) return error.message;
  if (!(error instanceof ApiError)) return messageOf(error);
  if (error.status === 0) {
    return 'No answer came. Press again: what was done already is not done twice.';
  }
  const sentence = problemText(error);
  const facts = isRecord(error.body) ? factsText(error.body.facts, lines) : '';
  const shown = error.status === 409 ? 'The page shows how it is now.' : '';
  return [sentence, facts, shown].filter((part) => part !== '').join(' ');
}
