import type { ComponentProps } from 'react';
import { Button } from '../../kit/Button.tsx';
import { useOpenDialog } from '../../kit/use-open-dialog.ts';
import { ChangeLooks } from './ChangeLooks.tsx';

type Props = ComponentProps<typeof ChangeLooks> & {
  /** Name of the product. */
  name: string;
  onClose: () => void;
};

/** Preview of a product's page after its release. */
export function PageDialog({ name, onClose, ...looks }: Props) {
  const dialog = useOpenDialog();
  return (
    <dialog
      ref={dialog}
      className="studio-dialog release-page"
      aria-labelledby="release-page"
      onClose={onClose}
    >
      <div className="release-page-head">
        <h2 id="release-page" className="heading">
          {name}
        </h2>
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </div>
      <ChangeLooks {...looks} />
    </dialog>
  );
}
