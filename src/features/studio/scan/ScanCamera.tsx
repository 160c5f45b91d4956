import { useEffect, useRef } from 'react';
import { openReader } from './barcode-reader.ts';
import type { ReadCodes } from './read-codes.ts';

/** Time between two looks at the picture, in ms. */
const LOOK_MS = 200;
/** A code counts again after it was out of sight for so long, in ms: pieces of one colour have the same. */
const AGAIN_MS = 1500;

/** Reasons for which a camera does not open: https://developer.mozilla.org/en-US/docs/Web/API/MediaDevices/getUserMedia#exceptions */
const refusals: Partial<Record<string, string>> = {
  NotAllowedError:
    'The camera is not allowed. Allow it for this site in the browser’s settings, or type the code.',
  NotFoundError: 'This device has no camera. Use a scanner, or type the code.',
  NotReadableError: 'The camera is in use. Close the other app or tab, then open it again.',
  AbortError: 'The camera did not start. Open it again.',
};

/** Reads barcodes in a video until `onCode` returns true or `signal` aborts. */
async function watch(
  video: HTMLVideoElement,
  read: ReadCodes,
  onCode: (code: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const seen = new Map<string, number>();
  while (!signal.aborted) {
    const codes = video.readyState >= video.HAVE_CURRENT_DATA ? await read(video) : [];
    const now = performance.now();
    for (const code of codes) {
      if (signal.aborted) return;
      if (now - (seen.get(code) ?? -Infinity) > AGAIN_MS && onCode(code.trim())) return;
      seen.set(code, now);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

interface Props {
  /** Receives each code, trimmed. Returns whether it was the last. */
  onCode: (code: string) => boolean;
  /** Called when the camera stops by itself, with the reason; `''` after the last code. */
  onStop: (reason: string) => void;
}

/** The camera's picture, whose barcodes are read. The camera is off once this is no longer shown. */
export default function ScanCamera(props: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;

    function stop(reason: string): void {
      if (signal.aborted) return;
      end.abort();
      latest.current.onStop(reason);
    }

    async function open(shown: HTMLVideoElement): Promise<void> {
      const stream = await navigator.mediaDevices.getUserMedia({
        // Bars of a long code are too thin at the usual width of 640.
        video: { facingMode: 'environment', width: { ideal: 1280 } },
      });
      const release = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      if (signal.aborted) {
        release();
        return;
      }
      signal.addEventListener('abort', release);
      for (const track of stream.getTracks())
        track.addEventListener('ended', () => stop('The camera was switched off.'), { signal });
      shown.srcObject = stream;
      await shown.play();
      const read = await openReader().catch(() => null);
      if (read === null) {
        stop('The barcode reader was not loaded: the network was lost. Open the camera again.');
        return;
      }
      await watch(shown, read, (code) => latest.current.onCode(code), signal);
      stop('');
    }

    if (video.current) {
      open(video.current).catch((error: unknown) => {
        const refusal = error instanceof Error ? refusals[error.name] : undefined;
        stop(refusal ?? 'The camera does not work here. Use a scanner, or type the code.');
      });
    }
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.hidden) stop('The camera closed when you left the page. Open it again.');
      },
      { signal },
    );
    return () => end.abort();
  }, []);
  return (
    <video
      ref={video}
      className="scan-camera"
      muted
      playsInline
      aria-label="Picture of the camera"
    />
  );
}
