import { searchForm } from './search-form.ts';

/**
 * The order number in a text as people copy, type or read it out: `48207315`, `#4820 7315`, `Order no. 48207315`,
 * `(№ ４８２０７３１５)`. `public.order_number` in the database.
 * @returns digits; null for any other text.
 */
export function orderNumber(text: string): string | null {
  const [, digits] =
    /^(?:order|number|num|nr|no| )*([1-9](?: *\d){0,14}) *$/.exec(searchForm(text)) ?? [];
  return digits?.replaceAll(' ', '') ?? null;
}
