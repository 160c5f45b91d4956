import { useState } from 'react';
import type { RefObject } from 'react';
import { Button } from '../kit/Button.tsx';
import { CheckField } from '../kit/form/CheckField.tsx';
import { keysAct, letKeysAct } from '../kit/use-keys.ts';

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['j', 'Down'], 'Next order'],
  [['k', 'Up'], 'Previous order'],
  [['Enter'], 'Open the order'],
  [['x'], 'Select or deselect the order'],
  [['a'], 'Select all on this page'],
  [['Esc'], 'Clear the selection'],
  [['d'], 'Dispatch selected orders'],
  [['/'], 'Search'],
  [['f'], 'Filters'],
  [['?'], 'Show this list'],
];

/** Keyboard shortcuts, and a switch for single keys. */
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
      <CheckField
        checked={act}
        onChange={(checked) => {
          letKeysAct(checked);
          setAct(checked);
        }}
      >
        Use single-key shortcuts
      </CheckField>
      <Button onClick={() => ref.current?.close()}>Close</Button>
    </dialog>
  );
}
