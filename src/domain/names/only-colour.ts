/** The name of the only colour of a product that has none on the platform it was imported from. */
export const ONLY_COLOUR = 'One colour';

/** A colour's name for feeds and structured data; empty for the placeholder. */
export function statedColour({ color_name }: { color_name: string }): string {
  return color_name === ONLY_COLOUR ? '' : color_name;
}
