/** What the shop uses of subset-font, which comes without types. @see https://github.com/papandreou/subset-font */
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'woff2';
    /** Leaves out what only typographic features (ligatures, fractions …) would show. */
    noLayoutClosure?: boolean;
  }

  /** @returns the font with only what a text is written with. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: SubsetOptions,
  ): Promise<Buffer>;
}
