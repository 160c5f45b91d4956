/** Copied for the studio (src/integrations/studio-copies.ts): shared, parts would be extra files for every shopper. */
export {
  alt,
  gtin,
  hsCode,
  MOST_PICTURES,
  oneLine,
  price,
  sku,
  slug,
  stock,
  wholeFact,
} from '#domain/cells/catalogue-cells.ts';
export { description } from '#domain/cells/description-cell.ts';
