interface Props {
  items: readonly string[];
  /** How many are shown at once. */
  shown: number;
  /** How many there are, where not all of them are known. */
  many?: number;
}

/** A list in a line, whose rest is shown when it is asked for. */
export function ShortList({ items, shown, many = items.length }: Props) {
  const rest = items.slice(shown);
  const more = many - items.length;
  return (
    <>
      <span className="studio-soft">{items.slice(0, shown).join(', ')}</span>
      {many > shown && (
        <details className="studio-soft">
          <summary>and {many - shown} more</summary>
          <span>
            {rest.join(', ')}
            {more > 0 && ` and ${more} more`}
          </span>
        </details>
      )}
    </>
  );
}
