import { Button } from './Button.tsx';

interface Props {
  /** Name of the item. */
  name: string;
  index: number;
  last: number;
  /** Whether there is a button to the first place. */
  hasFirst?: boolean;
  onMove: (to: number) => void;
  onRemove?: (() => void) | undefined;
}

/** Buttons that move or remove an item of a list. */
export function MoveButtons({ name, index, last, hasFirst = false, onMove, onRemove }: Props) {
  const moves = [
    ['First', 0],
    ['Earlier', index - 1],
    ['Later', index + 1],
  ] as const;
  return (
    <>
      {moves.slice(last < 1 ? moves.length : hasFirst ? 0 : 1).map(([verb, to]) => {
        const isEnd = to < 0 || to > last || to === index;
        return (
          <Button
            key={verb}
            look="small"
            aria-label={`${verb}: ${name}`}
            // Not `disabled`, which would drop the focus when the item reaches an end.
            aria-disabled={isEnd}
            onClick={() => {
              if (!isEnd) onMove(to);
            }}
          >
            {verb}
          </Button>
        );
      })}
      {onRemove && (
        <Button look="remove" aria-label={`Remove: ${name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </>
  );
}
