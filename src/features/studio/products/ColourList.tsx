import { moved } from '../kit/sorting/moved.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { codesQuery } from '../catalogue/catalogue-queries.ts';
import { Button } from '../kit/Button.tsx';
import { useSettled } from '../kit/use-settled.ts';
import { newCodes } from './code-owners.ts';
import { ColourCard } from './ColourCard.tsx';
import { Panel } from '../kit/Panel.tsx';
import { newColour } from './typed-product.ts';
import type { useProductForm } from './use-product-form.ts';

/** The colours of a product, in their order. */
export function ColourList({ form }: { form: ReturnType<typeof useProductForm> }) {
  const { typed, change } = form;
  const { colours } = typed;
  const list = useRef<HTMLOListElement>(null);
  const { data } = useQuery(codesQuery(useSettled(newCodes(typed).join(','))));

  /** Moves the focus to a colour's name, once it is rendered. */
  function focusOn(index: number): void {
    requestAnimationFrame(() => {
      const colour = list.current?.children[index];
      colour?.querySelector<HTMLElement>('input:not([type="color"])')?.focus();
    });
  }

  function add(): void {
    change({ colours: [...colours, newColour()] });
    focusOn(colours.length);
  }

  function remove(index: number): void {
    change({ colours: colours.toSpliced(index, 1) });
    // The pressed button is gone.
    focusOn(Math.min(index, colours.length - 2));
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
            sharing={data?.products ?? []}
            onMove={(to) => change({ colours: moved(colours, index, to) })}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <div>
        <Button onClick={add}>Add a colour</Button>
      </div>
    </Panel>
  );
}
