import { SignJWT } from 'jose';
import { z } from 'zod';
import { testKeys } from '#harness/test-keys.ts';

const Listing = z
  .array(
    z.looseObject({
      id: z.int(),
      color_variants: z.array(z.looseObject({ id: z.int(), quantity: z.int() })),
    }),
  )
  .min(1);

/** A product with a colour in stock, from the shop's API. */
export async function someProduct(origin: string) {
  const answer = await fetch(`${origin}/api/listing/productListing/`);
  const products = Listing.parse(await answer.json());
  for (const { color_variants, ...product } of products) {
    const colour = color_variants.find(({ quantity }) => quantity > 2);
    if (colour) return { product, colour };
  }
  throw new Error('No product is in stock.');
}

/** Script that stores a cart with one line, and a session that the browser takes for valid. */
export async function storedShopper(origin: string): Promise<string> {
  const { product, colour } = await someProduct(origin);
  const access = await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(crypto.randomUUID())
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(testKeys.jwtSecret));
  const root = {
    products: [],
    cart: [{ ...product, quantity: 2, selectedColor: colour }],
    token: { id: 'shopper', access },
  };
  return `localStorage.setItem('root', ${JSON.stringify(JSON.stringify(root))});`;
}
