/** A list with one item moved. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}

interface OrderProps {
  /** Name of the item. */
  name: string;
  index: number;
  last: number;
  onMove: (to: number) => void;
  onRemove?: (() => void) | undefined;
}

/** Buttons that move or remove an item of a list. */
export function OrderButtons({ name, index, last, onMove, onRemove }: OrderProps) {
  return (
    <p className="pages-order">
      <button
        type="button"
        className="studio-small"
        aria-label={`Earlier: ${name}`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        Earlier
      </button>
      <button
        type="button"
        className="studio-small"
        aria-label={`Later: ${name}`}
        disabled={index === last}
        onClick={() => onMove(index + 1)}
      >
        Later
      </button>
      {onRemove && (
        <button
          type="button"
          className="studio-small"
          aria-label={`Remove: ${name}`}
          onClick={onRemove}
        >
          Remove
        </button>
      )}
    </p>
  );
}
