import * as z from 'zod';
import { DraftVersion, newDraft } from '../releases/edits/theirs.ts';
import type { KeptKind } from '../releases/edits/kept-kind.ts';

/** An order of products or of the menu, as slugs; of own pages, as ids. */
export const TypedOrder = z.object({
  form: DraftVersion,
  /** The shop's order when editing began. */
  seen: z.array(z.string()),
  /** Empty for newest first. */
  now: z.array(z.string()),
});
export type TypedOrder = z.infer<typeof TypedOrder>;

const keepers: KeptKind<TypedOrder>['keepers'] = new Map();

/** The form of an order. @param subjects as `releases.subjects` names them. @param title the release's title. */
export function orderKind(subjects: string[], title: string): KeptKind<TypedOrder> {
  return {
    schema: TypedOrder,
    subjects: () => subjects,
    title: () => title,
    fields: ({ now }) => new Map([['now', now]]),
    withFields: (theirs, fields) => TypedOrder.parse({ ...theirs, now: fields.get('now') }),
    label: () => 'Order',
    keepers,
  };
}

/** An order before anything is moved. */
export function typedOrder(order: readonly string[], form = newDraft()): TypedOrder {
  return { form, seen: [...order], now: [...order] };
}
