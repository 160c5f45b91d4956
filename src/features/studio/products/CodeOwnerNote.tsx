import { productPlace } from '../releases/release-place.ts';
import { linkTo } from '../kit/use-place.ts';
import type { CodeOwner } from './code-owners.ts';

/** A warning that another product has a code, with a link to it. */
export function CodeOwnerNote({ owner: { slug, name } }: { owner: CodeOwner }) {
  return (
    <>
      <a className="link" {...linkTo(productPlace(slug))}>
        {name}
      </a>{' '}
      has this code. To move it here, change it there in the same release.
    </>
  );
}
