/** What the shop uses of Quicklink, which comes without types. @see https://github.com/GoogleChromeLabs/quicklink */
declare module 'quicklink' {
  interface ListenOptions {
    /** Links that any of these is true of are left alone. */
    ignores?: ((address: string, link: Element) => boolean)[];
    /** How many pages are fetched at a time. */
    throttle?: number;
    /** How long a link must be in view, in milliseconds. */
    delay?: number;
  }

  /** Fetches the pages of links that come into view. @returns ends it. */
  export function listen(options: ListenOptions): () => void;

  /** @throws Error while data is saved or the network is slow, as a rejection. */
  export function prefetch(address: string): Promise<unknown>;
}
