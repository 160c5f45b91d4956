import * as z from 'zod';
import { readText, removeText, writeText } from '#browser/web-storage.ts';
import { parseJson } from '#domain/record.ts';
import { EditedProduct } from '#domain/wire/staff-catalogue.ts';

/** Input of a product's form. */
const TypedProduct = z.object({
  /** The product when editing began. */
  was: EditedProduct,
  now: EditedProduct,
  /** Typed prices in pounds. */
  price: z.string(),
  salePrice: z.string(),
  /** Idempotency keys of the draft release and of its stock movement. */
  form: z.object({ release: z.string(), stock: z.string() }),
});
export type TypedProduct = z.infer<typeof TypedProduct>;

const KEY = 'studioProduct';

/** The input kept in this tab for a product; null if none. */
export function typedBefore(slug: string): TypedProduct | null {
  const kept = TypedProduct.safeParse(parseJson(readText('session', KEY) ?? ''));
  return kept.success && kept.data.was.slug === slug ? kept.data : null;
}

/** Keeps the input until it is saved or the tab is closed: an expired login redirects away from the page. */
export function keepTyped(typed: TypedProduct): void {
  writeText('session', KEY, JSON.stringify(typed));
}

export function forgetTyped(): void {
  removeText('session', KEY);
}
