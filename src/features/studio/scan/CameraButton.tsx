import { Suspense, useState } from 'react';
import { Failure } from '../kit/Failure.tsx';
import { Button } from '../kit/Button.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';

const ScanCamera = lazyPart(() => import('./ScanCamera.tsx'));

interface Props {
  /** Completes the accessible name. */
  about: string;
  /** Receives each code, trimmed. Returns whether it was the last. */
  onCode: (code: string) => boolean;
}

/** A button that reads barcodes with the camera, whose picture follows in the row or below it. */
export function CameraButton({ about, onCode }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  if (!('mediaDevices' in navigator)) return null;

  function turn(on: boolean, why = ''): void {
    setIsOpen(on);
    setReason(why);
  }

  return (
    <>
      <Button aria-pressed={isOpen} onClick={() => turn(!isOpen)}>
        Camera<span className="sr-only">: {about}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ScanCamera onCode={onCode} onStop={(why) => turn(false, why)} />
        </Suspense>
      )}
      <Failure of={reason} />
    </>
  );
}
