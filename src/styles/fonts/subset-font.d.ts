/** Types for the part of subset-font that the shop uses. @see https://github.com/papandreou/subset-font */
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'truetype' | 'woff2';
    /** Tags of the OpenType features to keep, with the glyphs that only they use. */
    keepFeatures: readonly string[];
  }

  /** @returns the font, subset to the characters of a text. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: SubsetOptions,
  ): Promise<Buffer>;
}
