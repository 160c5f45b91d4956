import * as z from 'zod';
import { readText, removeText, writeText } from '#browser/web-storage.ts';
import { parseJson } from '#domain/record.ts';
import { EditedProduct } from '#domain/wire/staff-catalogue.ts';

/** What is typed into a product's form. */
const TypedProduct = z.object({
  /** The product when editing began. */
  was: EditedProduct,
  now: EditedProduct,
  /** Prices in pounds as they were typed. */
  price: z.string(),
  salePrice: z.string(),
  /** Ids of the release that it will be and of its movement of stock: saving again after a lost answer does nothing twice. */
  form: z.object({ release: z.string(), stock: z.string() }),
});
export type TypedProduct = z.infer<typeof TypedProduct>;

const KEY = 'studioProduct';

/** What this tab keeps of a product's form; null when nothing, or another product's. */
export function typedBefore(slug: string): TypedProduct | null {
  const kept = TypedProduct.safeParse(parseJson(readText('session', KEY) ?? ''));
  return kept.success && kept.data.was.slug === slug ? kept.data : null;
}

/** Keeps what is typed until it is saved or the tab is closed: the login may end, and the page be left for it. */
export function keepTyped(typed: TypedProduct): void {
  writeText('session', KEY, JSON.stringify(typed));
}

export function forgetTyped(): void {
  removeText('session', KEY);
}
