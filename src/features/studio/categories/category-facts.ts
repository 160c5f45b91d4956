import { countText } from '#domain/basics/count-text.ts';
import type { EditedCategory } from '#domain/contracts/staff-categories.ts';

/** A line about a category or collection: its kind, products and place. */
export function categoryFacts(category: EditedCategory): string {
  const { kind, rule, shown, waiting, in_menu, archived } = category;
  const isCollection = kind === 'collection';
  const facts = [
    isCollection && (rule ? 'Collection by rule' : 'Collection'),
    countText(shown, 'product'),
    waiting > 0 && `${waiting} not open yet`,
    !archived && isCollection && !in_menu && 'not in the menu',
    !archived && isCollection && in_menu && shown === 0 && 'in the menu once it has products',
  ];
  return facts.filter(Boolean).join(' · ');
}
