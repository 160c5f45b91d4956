import type { CartItem } from '#domain/cart/cart.ts';
import type { ColourVariant, Product } from '#domain/catalogue/product.ts';

/** A colour with the given stock. */
export function colour(id: number, quantity: number, color_name = `Colour ${id}`): ColourVariant {
  return { id, color_name, quantity, images: [{ image: `/catalogue/sample/${id}-1.jpg` }] };
}

/** A product, by default with two colours in stock. */
export function product(changes: Partial<Product> = {}): Product {
  return {
    id: 1,
    name: 'Boss Beanie',
    description: 'Warm.',
    price: 45,
    category_name: 'Beanies',
    created_at: '2024-03-14T00:00:00.000Z',
    color_variants: [colour(11, 3, 'Rust'), colour(12, 20, 'Bone')],
    ...changes,
  };
}

/** A cart with `quantity` units of each given colour, whether in stock or not. */
export function cartOf(of: Product, quantity: number, colours = of.color_variants): CartItem[] {
  const { color_variants: _, ...rest } = of;
  if (quantity === 0) return [];
  return colours.map((selectedColor) => Object.assign({ quantity, selectedColor }, rest));
}
