import { type ComponentProps, useEffect, useRef } from 'react';
import { ChangeLooks } from './ChangeLooks.tsx';

type Props = ComponentProps<typeof ChangeLooks> & {
  /** The product's name. */
  name: string;
  onClose: () => void;
};

/** A product's page as it will look, over what its release changes. */
export function PageDialog({ name, onClose, ...looks }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
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
        <button type="button" className="button-quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <ChangeLooks {...looks} />
    </dialog>
  );
}
