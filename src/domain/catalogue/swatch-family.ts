/**
 * The colour family of a swatch, by its hue, saturation and lightness (HSL).
 * @param swatch `#RRGGBB`.
 */
export function familyOfSwatch(swatch: string) {
  const code = Number.parseInt(swatch.slice(1), 16);
  const red = code >> 16;
  const green = (code >> 8) & 255;
  const blue = code & 255;
  const brightest = Math.max(red, green, blue);
  // Chroma and lightness from 0 to 1, hue in degrees.
  const range = brightest - Math.min(red, green, blue);
  const chroma = range / 255;
  const lightness = (2 * brightest - range) / 510;
  if (lightness > 0.88) return 'White';
  if (chroma < 0.06) return lightness < 0.22 ? 'Black' : 'Grey';
  const saturation = chroma / (1 - Math.abs(2 * lightness - 1));
  let sextant = (red - green) / range + 4;
  if (brightest === red) sextant = ((green - blue) / range + 6) % 6;
  else if (brightest === green) sextant = (blue - red) / range + 2;
  const hue = sextant * 60;
  if (hue < 15 || hue >= 325) return lightness > 0.6 ? 'Pink' : 'Red';
  if (hue < 50) {
    if (saturation < 0.45 && lightness > 0.5) return 'Beige';
    if (lightness < 0.36) return 'Brown';
    return hue < 36 ? 'Orange' : 'Yellow';
  }
  if (hue < 68) return saturation < 0.35 ? 'Green' : 'Yellow';
  if (hue < 170) return 'Green';
  return hue < 255 ? 'Blue' : 'Purple';
}
