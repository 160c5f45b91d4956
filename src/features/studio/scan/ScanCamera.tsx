import { useEffect, useRef, useState } from 'react';

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

declare global {
  interface Window {
    /** https://developer.mozilla.org/en-US/docs/Web/API/BarcodeDetector: Chrome on Android and macOS. */
    BarcodeDetector?: new (options: { formats: string[] }) => Detector;
  }
}

/** Barcodes on goods, labels and slips. */
const formats = ['ean_13', 'ean_8', 'upc_a', 'itf', 'code_128', 'qr_code'];

/** Time between two looks at the picture, in ms. */
const LOOK_MS = 200;
/** A code counts again after it was out of sight for so long, in ms: pieces of one colour have the same. */
const AGAIN_MS = 1500;

/** Whether this browser reads barcodes in the camera's picture. */
export function canUseCamera(): boolean {
  return window.BarcodeDetector !== undefined && 'mediaDevices' in navigator;
}

/** Reads barcodes in a video until `signal` aborts. */
async function watch(
  video: HTMLVideoElement,
  detector: Detector,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const seen = new Map<string, number>();
  while (!signal.aborted) {
    const codes = video.readyState >= video.HAVE_CURRENT_DATA ? await detector.detect(video) : [];
    if (signal.aborted) return;
    const now = performance.now();
    for (const { rawValue } of codes) {
      if (now - (seen.get(rawValue) ?? -Infinity) > AGAIN_MS) onCode(rawValue.trim());
      seen.set(rawValue, now);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** The camera's picture, whose barcodes are read until it is closed. */
export function ScanCamera({
  onCode,
  onEnd,
}: {
  onCode: (code: string) => void;
  onEnd: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const take = useRef(onCode);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    take.current = onCode;
  });
  useEffect(() => {
    const end = new AbortController();
    let stream: MediaStream | null = null;
    async function show(): Promise<void> {
      const { BarcodeDetector } = window;
      if (!BarcodeDetector || !video.current) return;
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (end.signal.aborted) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      video.current.srcObject = stream;
      await video.current.play();
      const detector = new BarcodeDetector({ formats });
      await watch(video.current, detector, (code) => take.current(code), end.signal);
    }
    show().catch(() => {
      if (!end.signal.aborted) setFailed(true);
    });
    return () => {
      end.abort();
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  return (
    <div className="scan-camera">
      {failed ? (
        <p className="message-error" role="alert">
          The camera is not available. Allow it in the browser’s settings, or use a scanner.
        </p>
      ) : (
        <video ref={video} muted playsInline aria-label="Picture of the camera" />
      )}
      <button type="button" className="studio-small" onClick={onEnd}>
        Close the camera
      </button>
    </div>
  );
}
