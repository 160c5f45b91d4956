import { useEffect, useRef, useState } from 'react';
import type { EditKeeper, EditState } from './edit-keeper.ts';
import type { TypedForm } from './form-kind.ts';
import { sinceText } from './since-text.ts';
import { valueText } from './value-text.ts';
import { Button } from '../../kit/Button.tsx';

interface Props<Typed extends TypedForm> {
  keeper: EditKeeper<Typed>;
  conflict: NonNullable<EditState<Typed>['conflict']>;
}

function storyOf(by: string, at: string, isOwn: boolean): string {
  const when = at === '' ? '' : ` at ${sinceText(at)}`;
  if (isOwn) return `You typed something else${when}, in another tab or on another device.`;
  return by === ''
    ? 'The shop has changed since you began.'
    : `${by} saved another version${when}.`;
}

/** Both values of each field that two people, or tabs, changed differently, to choose from. */
export function ConflictChoice<Typed extends TypedForm>({ keeper, conflict }: Props<Typed>) {
  const { clashes, by, at, version } = conflict;
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const section = useRef<HTMLElement>(null);
  const isOwn = version !== null;
  const other = isOwn ? 'The other one' : by || 'The shop';
  useEffect(() => section.current?.focus(), []);

  function choose(field: string, isTheirs: boolean): void {
    const next = new Set(theirs);
    if (isTheirs) next.add(field);
    else next.delete(field);
    setTheirs(next);
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      className="studio-panel edit-conflict"
      aria-labelledby="edit-conflict"
    >
      <h2 id="edit-conflict" className="studio-subheading">
        Two versions
      </h2>
      <p>
        {storyOf(by, at, isOwn)} Choose for each field; everything else is merged. Until then your
        input stays as it is.
      </p>
      {clashes.map(({ field, ...values }) => (
        <fieldset key={field}>
          <legend className="label">{keeper.kind.label(field)}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className="studio-check">
              <input
                type="radio"
                name={`clash ${field}`}
                checked={theirs.has(field) === (side === 'theirs')}
                onChange={() => choose(field, side === 'theirs')}
              />
              {side === 'mine' ? 'This one' : other}
              <span className="edit-value">{valueText(values[side])}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className="studio-actions">
        <Button look="main" onClick={() => keeper.settle(theirs)}>
          Use the chosen values
        </Button>
      </div>
    </section>
  );
}
