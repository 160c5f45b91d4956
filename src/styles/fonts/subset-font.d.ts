/** Types for the part of subset-font that the shop uses. @see https://github.com/papandreou/subset-font */
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'truetype' | 'woff2';
    /** Drops glyphs that only OpenType features (ligatures, fractions …) use. */
    noLayoutClosure?: boolean;
  }

  /** @returns the font, subset to the characters of a text. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: SubsetOptions,
  ): Promise<Buffer>;
}
