import { type Announcements, closestCenter, DndContext } from '@dnd-kit/core';
import { arrayMove, rectSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import { useRef } from 'react';
import { PictureCard } from './PictureCard.tsx';
import type { TypedColour } from './typed-product.ts';
import type { useProductForm } from './use-product-form.ts';
import { screenReaderInstructions, useSorting } from '../catalogue/use-sorting.ts';

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
  const sensors = useSorting();
  const placeOf = (picture: string | number | undefined) =>
    pictures.findIndex((one) => one.id === picture);
  const text = (picture: { id: string | number } | null) =>
    picture ? `place ${placeOf(picture.id) + 1} of ${pictures.length}` : 'no place';
  const announcements: Announcements = {
    onDragStart: ({ active }) => `Picked up from ${text(active)}.`,
    onDragOver: ({ over }) => `Over ${text(over)}.`,
    onDragEnd: ({ over }) => `Dropped at ${text(over)}.`,
    onDragCancel: ({ active }) => `Moved back to ${text(active)}.`,
  };

  function remove(index: number): void {
    keeper.changeColour(id, { pictures: pictures.toSpliced(index, 1) });
    // The focus stays among the pictures.
    requestAnimationFrame(() => {
      const next = list.current?.children[Math.min(index, pictures.length - 2)];
      next?.querySelector('button')?.focus();
    });
  }

  function move(from: number, to: number): void {
    if (to >= 0 && to < pictures.length)
      keeper.changeColour(id, { pictures: arrayMove(pictures, from, to) });
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) move(placeOf(active.id), placeOf(over.id));
      }}
    >
      <SortableContext items={pictures.map((one) => one.id)} strategy={rectSortingStrategy}>
        <ol
          ref={list}
          className="product-pictures"
          aria-label={`Pictures of ${name}, in their order`}
        >
          {pictures.map((picture, index) => (
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
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}
