import { useRef } from 'react';
import { Button } from '../kit/Button.tsx';
import { useDroppedFiles } from '../kit/use-dropped-file.ts';
import { acceptedFiles, droppedFiles } from './dropped-files.ts';

/** Takes a spreadsheet and its pictures, dropped or chosen. */
export function FileDrop({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const area = useRef<HTMLElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const over = useDroppedFiles(area, (dropped) => void droppedFiles(dropped).then(onFiles));

  function take(input: HTMLInputElement): void {
    onFiles([...(input.files ?? [])]);
    // Allows choosing the same file again once it is corrected.
    input.value = '';
  }

  return (
    <section
      ref={area}
      className="import-drop"
      data-over={over ? '' : undefined}
      aria-label="Files"
    >
      <p>Drop a spreadsheet here (.xlsx, .ods or .csv), with its pictures or their folder.</p>
      <div className="studio-actions">
        <Button look="main" onClick={() => files.current?.click()}>
          Choose files
        </Button>
        <Button onClick={() => folder.current?.click()}>Choose a folder</Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Spreadsheet and pictures"
        accept={acceptedFiles}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          if (input) input.webkitdirectory = true;
        }}
        type="file"
        hidden
        aria-label="Folder"
        onChange={({ currentTarget }) => take(currentTarget)}
      />
    </section>
  );
}
