/** Reads the barcodes that a video shows now. */
export type ReadCodes = (video: HTMLVideoElement) => Promise<string[]>;
