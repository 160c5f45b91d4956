import { useState } from 'react';
import { londonText } from '#domain/basics/london-clock.ts';
import { OneOf } from '../../kit/shop-frame/OneOf.tsx';
import { type Screen, screenNames } from '../../kit/shop-frame/screens.ts';
import { CardsLook } from './CardsLook.tsx';
import { type Change, lookAt, timesOf, type When } from './looks.ts';
import { PageLook } from './PageLook.tsx';
import { laterOpening, laterSale } from './shop-product.ts';

interface Props {
  changes: readonly Change[];
  /** Publication time, in ms since 1970. */
  published: number;
  /** Category names by slug. */
  categories: ReadonlyMap<string, string>;
  /** Product whose page is shown; null for the cards of all. */
  slug: string | null;
}

/** Effects that begin after publication. */
function laterText({ after }: Change, published: number): string[] {
  if (!after || after.archived) return [];
  const opens = laterOpening(after, published);
  const sale = laterSale(after, published);
  return [
    ...(opens === null ? [] : [`${after.name} is hidden until ${londonText(opens)}.`]),
    ...(sale === null ? [] : [`The sale of ${after.name} begins ${londonText(sale)}.`]),
  ];
}

/** Products as shoppers will see them before and after a release, on a phone or a desk. */
export function ChangeLooks({ changes, published, categories, slug }: Props) {
  const [screen, setScreen] = useState<Screen>('Phone');
  const [when, setWhen] = useState<When>('After');
  const shown = slug === null ? changes : changes.filter((change) => change.slug === slug);
  const times = timesOf(shown, published);
  const at = times.includes(when) ? when : 'After';
  const looks = shown.flatMap((change) => lookAt(change, at, published, categories) ?? []);
  const notes = at === 'Before' ? [] : shown.flatMap((change) => laterText(change, published));
  const [look] = looks;
  const title = `${slug === null ? 'Cards' : 'Page'}: ${at}, ${screen}`;
  return (
    <>
      <div className="shop-frame-choices">
        <OneOf legend="Before or after" names={times} chosen={at} onChoose={setWhen} />
        <OneOf legend="Screen" names={screenNames} chosen={screen} onChoose={setScreen} />
      </div>
      {notes.map((note) => (
        <p key={note} className="studio-soft">
          {note}
        </p>
      ))}
      {!look && <p className="studio-soft">Not in the shop.</p>}
      {look && slug === null && <CardsLook looks={looks} screen={screen} title={title} />}
      {look && slug !== null && <PageLook look={look} screen={screen} title={title} />}
    </>
  );
}
