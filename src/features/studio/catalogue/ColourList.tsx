import { arrayMove } from '@dnd-kit/sortable';
import { useRef } from 'react';
import { ColourCard } from './ColourCard.tsx';
import { Panel } from '../Panel.tsx';
import { newColour } from './typed-product.ts';
import type { useProductForm } from './use-product-form.ts';

/** The colours of a product, in their order. */
export function ColourList({ form }: { form: ReturnType<typeof useProductForm> }) {
  const { typed, change } = form;
  const { colours } = typed;
  const list = useRef<HTMLOListElement>(null);

  function add(): void {
    change({ colours: [...colours, newColour()] });
    // The new colour's name, once it is there.
    requestAnimationFrame(() => {
      list.current?.lastElementChild?.querySelector('input')?.focus();
    });
  }

  return (
    <Panel title="Colours and pictures">
      <ol ref={list} className="product-colours">
        {colours.map((colour, index) => (
          <ColourCard
            key={colour.id}
            form={form}
            colour={colour}
            index={index}
            count={colours.length}
            onMove={(to) => change({ colours: arrayMove([...colours], index, to) })}
            onRemove={() => change({ colours: colours.toSpliced(index, 1) })}
          />
        ))}
      </ol>
      <div>
        <button type="button" className="button-quiet" onClick={add}>
          Add a colour
        </button>
      </div>
    </Panel>
  );
}
