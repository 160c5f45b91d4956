import { dayText, isoDay } from '#domain/orders/order-promise.ts';
import { CANCELLATION_DAYS, SEND_BACK_DAYS } from '#domain/basics/return-periods.ts';

function pieces(count: number): string {
  return count === 1 ? '1 piece' : `${count} pieces`;
}

/** The effects of a withdrawal, by units dispatched or not. */
export function effectsOf(unitsToSend: number, unitsToReturn: number): string[] {
  const effects: string[] = [];
  if (unitsToSend > 0) {
    effects.push(`We do not send the ${pieces(unitsToSend)} still here, and refund you.`);
  }
  if (unitsToReturn > 0) {
    effects.push(
      `You send the ${pieces(unitsToReturn)} that left back to us within ${SEND_BACK_DAYS} days, and we refund you.`,
    );
  }
  return effects;
}

/**
 * Why nothing can be withdrawn from.
 * @param until the last day, an ISO date; null if the period has no end yet.
 */
export function whyNot(until: string | null): string {
  return until !== null && until < isoDay(new Date())
    ? `The ${CANCELLATION_DAYS} days in which you could withdraw were over on ${dayText(until)}.`
    : 'There is nothing left to withdraw from: all of it is cancelled, refunded or on its way back.';
}
