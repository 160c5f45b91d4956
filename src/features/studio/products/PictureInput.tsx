import { useRef } from 'react';
import { acceptedPictures } from '#domain/catalogue/picture-kinds.ts';
import { Button } from '../kit/Button.tsx';

interface Props {
  /** Text of the button. */
  verb: string;
  /** The colour or picture that it changes, for screen readers. */
  about: string;
  /** Several pictures at once. */
  multiple?: boolean;
  /** Opens a phone's camera; offered only to fingers. */
  camera?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Chooses pictures from the device. */
export function PictureInput({ verb, about, multiple, camera, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look="small"
        data-camera={camera ? '' : undefined}
        aria-label={`${verb}: ${about}`}
        onClick={() => input.current?.click()}
      >
        {verb}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        aria-label={`${verb} of ${about}`}
        accept={acceptedPictures}
        capture={camera ? 'environment' : undefined}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file again, once corrected, is another.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
