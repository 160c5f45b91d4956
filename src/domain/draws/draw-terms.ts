import { company } from '#brand/company.ts';
import { countText } from '../basics/count-text.ts';
import { londonText } from '../basics/london-clock.ts';
import type { DrawFacts } from './draw-facts.ts';

/** A term of a draw. */
interface DrawTerm {
  title: string;
  text: string;
}

/**
 * The terms of a draw, from its facts alone, so that they cannot say anything else than what is done.
 * @see https://www.asa.org.uk/type/non_broadcast/code_section/08.html (significant conditions of promotions)
 */
export function drawTerms({
  opens_at,
  closes_at,
  colours,
  product_name,
  ...draw
}: DrawFacts): DrawTerm[] {
  const pieces = colours
    .map((colour) => `${countText(colour.pieces, 'piece')} in ${colour.color_name}`)
    .join(', ');
  return [
    {
      title: 'Promoter',
      text: `${company.legalName}, ${company.registeredAddress}. Questions: ${company.email}.`,
    },
    {
      title: 'What you can win',
      text: `The right to buy one ${product_name} at its price in the shop: ${pieces}. Entering is free and buys nothing, and nobody has to buy.`,
    },
    {
      title: 'When',
      text: `Entries open on ${londonText(opens_at)} and close on ${londonText(closes_at)}. One that is confirmed later does not count.`,
    },
    {
      title: 'Who can enter',
      text: 'Everyone aged 18 or over to whom the shop delivers, once, with an email address of their own that they confirm. Plus signs, and dots at Gmail, do not make a second address; throwaway addresses are refused. Our staff and their households cannot enter.',
    },
    {
      title: 'How winners are chosen',
      text: `When entries close we publish a fingerprint of all of them. Round ${draw.seed_round} of drand, a public source of random numbers run by independent organisations, is published on ${londonText(draw.seed_at)} or, if we were late, at least five minutes after the fingerprint. Both together put the entries in order, and the first in order win. Everyone can check it on this page.`,
    },
    {
      title: 'If you win',
      text: 'We write to you at once and keep your piece for 24 hours. Only the link in that email can buy it: one piece for each payment card and delivery address. What winners leave goes to the next in order. Everyone else gets one email, and another when the piece is back in stock.',
    },
    {
      title: 'Withdrawing, and your data',
      text: 'You can withdraw on the page of your entry at any time. We use your address for this draw alone and erase it 180 days after the draw has ended, or when you withdraw. The published list names nobody: without what only you and we have, no entry leads to an address.',
    },
  ];
}
