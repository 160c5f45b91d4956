import type { ReadCodes } from './read-codes.ts';

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

declare global {
  interface Window {
    /** https://developer.mozilla.org/en-US/docs/Web/API/BarcodeDetector: Chrome on Android and macOS. */
    BarcodeDetector?: {
      new (options: { formats: readonly string[] }): Detector;
      getSupportedFormats(): Promise<string[]>;
    };
  }
}

/** Barcodes on goods, carriers' labels and slips. */
const formats = ['ean_13', 'code_128', 'qr_code'] as const;
/** Read as well where they are known: macOS returns a UPC as an EAN. */
const rarer = ['ean_8', 'upc_a', 'itf'] as const;

/**
 * Returns the browser's own reader, or one that is fetched from the shop.
 * @throws Error if that cannot be fetched.
 */
export async function openReader(): Promise<ReadCodes> {
  const { BarcodeDetector } = window;
  const known = (await BarcodeDetector?.getSupportedFormats()) ?? [];
  // Chrome lacks formats on phones without Google Play services.
  if (!BarcodeDetector || !formats.every((format) => known.includes(format))) {
    const { openWasmReader } = await import('./wasm-reader.ts');
    return openWasmReader();
  }
  const both = [...formats, ...rarer.filter((format) => known.includes(format))];
  const detector = new BarcodeDetector({ formats: both });
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
}
