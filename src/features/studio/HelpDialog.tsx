import { useState } from 'react';
import type { RefObject } from 'react';
import { keysAct, letKeysAct } from './use-keys.ts';

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['j', 'Down'], 'Next order'],
  [['k', 'Up'], 'Previous order'],
  [['Enter'], 'Open the order'],
  [['x'], 'Select it, or take it out'],
  [['a'], 'Select all on this page'],
  [['Esc'], 'Select nothing'],
  [['d'], 'Dispatch what is selected'],
  [['/'], 'Search'],
  [['f'], 'Filters'],
  [['?'], 'This list'],
];

/** What can be done by single keys, and a switch to turn them off. */
export function HelpDialog({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const [act, setAct] = useState(true);
  return (
    <dialog
      ref={ref}
      className="studio-dialog"
      aria-labelledby="studio-help"
      onToggle={() => setAct(keysAct())}
    >
      <h2 id="studio-help" className="heading">
        Keyboard shortcuts
      </h2>
      <dl className="studio-keys">
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="studio-check">
        <input
          type="checkbox"
          checked={act}
          onChange={({ currentTarget: { checked } }) => {
            letKeysAct(checked);
            setAct(checked);
          }}
        />
        Single keys act
      </label>
      <button type="button" className="button-quiet" onClick={() => ref.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
