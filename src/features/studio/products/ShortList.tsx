interface Props {
  items: readonly string[];
  /** Items shown at first. */
  shown: number;
  /** Total number, if `items` is incomplete. */
  many?: number;
}

/** An inline list; a button shows the rest. */
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
