import { useEffect, useRef, useState } from 'react';
import type { Ref } from 'react';
import { longestSearch } from '#domain/wire/staff-fields.ts';

/** Shorter than between two letters of most people, longer than between those of a scanner. */
const PAUSE_MS = 120;

interface Props {
  ref: Ref<HTMLInputElement>;
  /** What is searched for now. */
  q: string;
  label: string;
  placeholder?: string;
  onSearch: (q: string) => void;
}

/** Searches while typing, a moment after the last letter; Enter searches at once. */
export function SearchBox({
  ref,
  q,
  label,
  placeholder = 'Number, name, e-mail, postcode, product …',
  onSearch,
}: Props) {
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);

  // Back, or a link, has changed what is searched for.
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
  // An answer that comes meanwhile does not begin the pause anew.
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
          // Enter submits no form around it; Escape leaves the field without emptying it.
          event.preventDefault();
          if (event.key === 'Enter') ask();
          else event.currentTarget.blur();
        }}
      />
    </search>
  );
}
