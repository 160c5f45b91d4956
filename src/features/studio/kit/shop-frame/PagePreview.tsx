import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Awaited } from '../Awaited.tsx';
import { OneOf } from './OneOf.tsx';
import { type Screen, screenNames } from './screens.ts';
import { ShopFrame } from './ShopFrame.tsx';
import { CANNOT_SHOW, shopPageQuery } from './shop-page.ts';

interface Props {
  /** Path of the page. */
  path: string;
  /** Renders the edited content into the page. Returns its style rules. */
  show: (page: Document) => string;
  /** Title, if a studio page has several previews. */
  title?: string;
  /** Further choices beside the screen. */
  children?: ReactNode;
}

/** Preview of a page of the shop, on a phone or a desk. */
export function PagePreview({ path, show, title = 'Preview', children }: Props) {
  const [screen, setScreen] = useState<Screen>('Phone');
  const page = useQuery(shopPageQuery(path));
  return (
    <section aria-label={title} className="pages-preview">
      <div className="shop-frame-choices">
        {children}
        <OneOf legend="Screen" names={screenNames} chosen={screen} onChoose={setScreen} />
      </div>
      <Awaited query={page} textOf={() => CANNOT_SHOW} />
      {page.data !== undefined && (
        <ShopFrame
          key={screen}
          html={page.data}
          title={`${title}: ${screen}`}
          screen={screen}
          show={show}
        />
      )}
    </section>
  );
}
