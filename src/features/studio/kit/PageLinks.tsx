import type { Place } from './place.ts';
import { linkTo } from './use-place.ts';

interface Props {
  /** Null on the first page. */
  first: Place | null;
  /** Null on the last page. */
  next: Place | null;
}

/** Links of a list with a cursor. */
export function PageLinks({ first, next }: Props) {
  if (!first && !next) return null;
  return (
    <nav aria-label="Pages" className="studio-pages">
      {first && (
        <a className="button-quiet" {...linkTo(first)}>
          First page
        </a>
      )}
      {next && (
        <a className="button-quiet" {...linkTo(next)}>
          Next page
        </a>
      )}
    </nav>
  );
}
