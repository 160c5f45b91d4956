/** Why a winner's payment goes back (`is_drawn_twice`), for the winner. */
export const DRAWN_TWICE =
  'Another piece of the same draw was bought with this card or for this address, and each can buy one.';
