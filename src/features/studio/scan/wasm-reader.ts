import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { ReadCodes } from './read-codes.ts';

/** From the shop: the library would fetch it from a CDN. */
const overrides = { locateFile: () => wasm };

/** Barcodes as in barcode-reader.ts, by ZXing's names. */
const formats = ['EAN13', 'EAN8', 'UPCA', 'ITF', 'Code128', 'QRCode'] as const;

/**
 * Returns a reader for browsers without one of their own.
 * @throws Error if it cannot be fetched.
 */
export async function openWasmReader(): Promise<ReadCodes> {
  try {
    await prepareZXingModule({ overrides, fireImmediately: true });
  } catch (error) {
    // Otherwise the failure would be kept.
    purgeZXingModule();
    throw error;
  }
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws no pictures');
  const { canvas } = context;
  return async (video) => {
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    context.drawImage(video, 0, 0);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    const found = await readBarcodes(picture, { formats: [...formats] });
    return found.map(({ text }) => text);
  };
}
