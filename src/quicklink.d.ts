/**
 * The parts of Quicklink the shop uses; it ships without types. @see
 * https://github.com/GoogleChromeLabs/quicklink
 */
declare module 'quicklink' {
  interface ListenOptions {
    /** Links matching any of these are skipped. */
    ignores?: ((address: string, link: Element) => boolean)[];
    /** Maximum number of concurrent fetches. */
    throttle?: number;
    /** Time a link must be in view, in milliseconds. */
    delay?: number;
  }

  /** Prefetches the pages of links that come into view. @returns a function that stops it. */
  export function listen(options: ListenOptions): () => void;

  /** Rejects with an Error under Data Saver or on a slow network. */
  export function prefetch(address: string): Promise<unknown>;
}
