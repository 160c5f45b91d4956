import { useRef, useState } from 'react';
import type { BlockType } from '#domain/site-content/own-page.ts';
import { Button } from '../../kit/Button.tsx';
import { type Faults, faultsIn } from '../../kit/form/Field.tsx';
import { MoveButtons } from '../../kit/MoveButtons.tsx';
import { moved } from '../../kit/sorting/moved.ts';
import { SortableList } from '../../kit/sorting/SortableList.tsx';
import { useSortableItem } from '../../kit/sorting/use-sortable-item.ts';
import { BlockFields } from './BlockFields.tsx';
import { newBlock, type TypedBlock } from './typed-page.ts';

/** Kinds of blocks, by the button that adds one. */
const kinds = {
  text: { name: 'Text', add: 'Add a text' },
  picture: { name: 'Picture', add: 'Add a picture' },
  products: { name: 'Products', add: 'Add products' },
  quote: { name: 'Quote', add: 'Add a quote' },
} as const satisfies Record<BlockType, { name: string; add: string }>;

const types = Object.keys(kinds) as BlockType[];

/** Read out when the focus reaches a handle. Blocks are too tall to be carried by keyboard. */
const ownKeys = 'Press the arrow keys to move it up or down.';

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

interface RowProps {
  name: string;
  one: TypedBlock;
  index: number;
  last: number;
  faults: Faults;
  onChange: (one: TypedBlock) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function BlockRow({ name, one, index, last, faults, onChange, onMove, onRemove }: RowProps) {
  const { row, handle } = useSortableItem(one.id, 'item');
  return (
    <li {...row} className="own-block" data-block-row={one.id}>
      <div className="own-block-head">
        <button
          type="button"
          className="own-handle"
          {...handle}
          onKeyDown={(event) => {
            const step = steps[event.key];
            if (step === undefined) return;
            // Else the page scrolls.
            event.preventDefault();
            if (index + step >= 0 && index + step <= last) onMove(index + step);
          }}
          aria-label={`Move ${name}, place ${index + 1} of ${last + 1}`}
        >
          <span aria-hidden="true" />
        </button>
        <h3 className="studio-subheading">{name}</h3>
        <p className="sorted-moves">
          <MoveButtons name={name} index={index} last={last} onMove={onMove} onRemove={onRemove} />
        </p>
      </div>
      <BlockFields
        name={name}
        block={one.block}
        faults={faults}
        onChange={(block) => onChange({ ...one, block })}
      />
    </li>
  );
}

interface Props {
  blocks: readonly TypedBlock[];
  faults: Faults;
  onChange: (blocks: TypedBlock[]) => void;
}

/** The blocks of a page: added, edited, removed, and moved by mouse, touch, keyboard or buttons. */
export function BlockList({ blocks, faults, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const ids = blocks.map(({ id }) => id);
  const names = new Map(
    blocks.map(({ id, block }, index) => [id, `${kinds[block.type].name} ${index + 1}`]),
  );
  const nameOf = (id: string) => names.get(id) ?? '';

  function focusOn(id: string): void {
    // Wait until it is rendered.
    requestAnimationFrame(() => {
      const row = list.current?.querySelector(`[data-block-row="${id}"]`);
      const first = 'textarea, input:not([hidden]), .pages-picture button';
      row?.querySelector<HTMLElement>(first)?.focus();
    });
  }

  function move(id: string, to: number): void {
    onChange(moved(blocks, ids.indexOf(id), to));
    setSaid(`${nameOf(id)} is now at place ${to + 1} of ${ids.length}.`);
  }

  return (
    <div className="own-blocks-form">
      <output className="sr-only">{said}</output>
      <SortableList
        ref={list}
        className="own-block-list"
        label="Blocks"
        items={blocks}
        nameOf={({ id }) => nameOf(id)}
        ownKeys={ownKeys}
        onMove={move}
      >
        {(one, index) => (
          <BlockRow
            key={one.id}
            name={nameOf(one.id)}
            one={one}
            index={index}
            last={blocks.length - 1}
            faults={faultsIn(faults, `blocks.${index}`)}
            onChange={(next) => onChange(blocks.with(index, next))}
            onMove={(to) => move(one.id, to)}
            onRemove={() => {
              onChange(blocks.toSpliced(index, 1));
              setSaid(`${nameOf(one.id)} removed.`);
              // The pressed button is gone.
              list.current?.focus();
            }}
          />
        )}
      </SortableList>
      {faults.get('blocks') !== undefined && (
        <p className="message-error">{faults.get('blocks')}</p>
      )}
      <div className="studio-actions">
        {types.map((type) => (
          <Button
            key={type}
            onClick={() => {
              const one = newBlock(type);
              onChange([...blocks, one]);
              focusOn(one.id);
            }}
          >
            {kinds[type].add}
          </Button>
        ))}
      </div>
    </div>
  );
}
