import { useEffect, useRef, useState } from 'react';
import type { Ref } from 'react';
import { longestSearch } from '#domain/contracts/staff-fields.ts';

/** Debounce in ms: shorter than most people's typing, longer than a scanner's. */
const PAUSE_MS = 120;

interface Props {
  ref: Ref<HTMLInputElement>;
  /** The current search. */
  q: string;
  label: string;
  placeholder?: string;
  onSearch: (q: string) => void;
}

/** A search field: searches after a pause in typing, or at once on Enter. */
export function SearchBox({
  ref,
  q,
  label,
  placeholder = 'Number, name, e-mail, postcode, product …',
  onSearch,
}: Props) {
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);

  // Back or a link changed the search.
  if (q !== known) {
    setKnown(q);
    if (q !== typed.trim()) setTyped(q);
  }

  function ask(): void {
    const text = typed.trim();
    if (text !== q) onSearch(text);
  }

  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  // A response that arrives during the pause does not restart it.
  useEffect(() => {
    const text = typed.trim();
    if (text === q) return;
    const timer = setTimeout(() => search.current(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, q]);

  return (
    <search className="studio-search">
      <input
        ref={ref}
        type="search"
        enterKeyHint="search"
        className="field"
        aria-label={label}
        placeholder={placeholder}
        maxLength={longestSearch}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Enter') return;
          // Escape closes a dialog at once.
          if (event.key === 'Escape' && event.currentTarget.closest('dialog')) return;
          // Enter must not submit a surrounding form; Escape leaves the field without clearing it.
          event.preventDefault();
          if (event.key === 'Enter') ask();
          else event.currentTarget.blur();
        }}
      />
    </search>
  );
}
