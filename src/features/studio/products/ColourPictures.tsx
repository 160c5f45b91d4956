import { useRef } from 'react';
import { PictureCard } from './PictureCard.tsx';
import type { TypedColour } from './typed-product.ts';
import type { useProductForm } from './use-product-form.ts';
import { moved } from '../kit/sorting/moved.ts';
import { SortableList } from '../kit/sorting/SortableList.tsx';

interface Props {
  form: ReturnType<typeof useProductForm>;
  colour: TypedColour;
  /** The colour's name, for screen readers. */
  name: string;
}

/** A colour's pictures, to sort by mouse, touch (after a short hold) or keyboard. */
export function ColourPictures({ form, colour, name }: Props) {
  const { keeper, uploads, faults } = form;
  const { id, pictures } = colour;
  const list = useRef<HTMLOListElement>(null);
  function remove(index: number): void {
    keeper.changeColour(id, { pictures: pictures.toSpliced(index, 1) });
    // The focus stays among the pictures.
    requestAnimationFrame(() => {
      const next = list.current?.children[Math.min(index, pictures.length - 2)];
      next?.querySelector('button')?.focus();
    });
  }

  const move = (from: number, to: number) =>
    keeper.changeColour(id, { pictures: moved(pictures, from, to) });
  return (
    <SortableList
      ref={list}
      isGrid
      className="product-pictures"
      label={`Pictures of ${name}, in their order`}
      items={pictures}
      nameOf={(_picture, index) => `Picture ${index + 1}`}
      onMove={(picture, to) =>
        move(
          pictures.findIndex((one) => one.id === picture),
          to,
        )
      }
    >
      {(picture, index) => (
        <PictureCard
          key={picture.id}
          keeper={keeper}
          picture={picture}
          upload={uploads[picture.id]}
          fault={faults.get(`${picture.id}.alt`)}
          name={`picture ${index + 1} of ${name}`}
          index={index}
          count={pictures.length}
          onMove={(to) => move(index, to)}
          onRemove={() => remove(index)}
        />
      )}
    </SortableList>
  );
}
