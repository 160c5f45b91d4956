import { useEffect, useRef, useState } from 'react';
import { acceptedFilms } from '#domain/catalogue/film.ts';
import { acceptedPictures } from '#domain/catalogue/picture-kinds.ts';
import { keepPicture } from '#domain/contracts/catalogue-reading.ts';
import { Failure } from './Failure.tsx';
import { Button } from './Button.tsx';
import { asStaff } from './as-staff.ts';
import { ApiError } from '#api/http/api-error.ts';
import { pictureProblem, sendable, UNSENT } from './scale-picture.ts';

const kinds = {
  page: { accept: acceptedPictures, hint: 'Landscape, at least 1600 × 900 pixels.' },
  film: {
    accept: acceptedFilms,
    hint: 'In place of the picture worn, which is shown until it plays: MP4 or WebM, 4:5, without sound, at most 8 seconds and 2 MB.',
  },
} as const;

interface Props {
  kind?: keyof typeof kinds;
  /** Subject of the picture, for screen readers. */
  name: string;
  /** Part of its URL. */
  slug?: string;
  /** Text of the button. */
  verb?: string;
  /** Called with the new picture's URL. */
  onPicture: (address: string) => void;
}

/** Uploads a picture for a page or an e-mail, or a film; it appears once that is published or sent. */
export function ReplacePicture({
  kind = 'page',
  name,
  slug = 'front',
  verb = 'Replace the picture',
  onPicture,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  /** A file that a lost network kept from being sent. */
  const [unsent, setUnsent] = useState<File | null>(null);

  // Other fields may change during the upload: call the latest handler.
  const take = useRef(onPicture);
  useEffect(() => {
    take.current = onPicture;
  }, [onPicture]);

  async function send(file: File): Promise<void> {
    setSending(true);
    setProblem('');
    setUnsent(null);
    try {
      const body = kind === 'film' ? file : await sendable(file);
      const { address } = await asStaff(
        keepPicture,
        { slug, name: file.name, kind },
        { file: body },
      );
      take.current(address);
    } catch (error) {
      const isOffline = error instanceof ApiError && error.status === 0;
      if (isOffline) setUnsent(file);
      setProblem(isOffline ? UNSENT : pictureProblem(error));
    } finally {
      setSending(false);
    }
  }

  const sendLatest = useRef(send);
  useEffect(() => {
    sendLatest.current = send;
  });
  useEffect(() => {
    if (!unsent) return undefined;
    const again = () => void sendLatest.current(unsent);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [unsent]);

  return (
    <div>
      <Button aria-disabled={isSending} onClick={() => isSending || input.current?.click()}>
        {isSending ? 'Uploading…' : verb}
        <span className="sr-only">: {name}</span>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`New ${kind === 'film' ? 'file' : 'picture'}: ${name}`}
        accept={kinds[kind].accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void send(file);
          // The same file again, once corrected, is another.
          currentTarget.value = '';
        }}
      />
      <p className="studio-soft field-about">{kinds[kind].hint}</p>
      <Failure of={problem} />
    </div>
  );
}
