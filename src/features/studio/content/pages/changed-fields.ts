import type { ContentKey } from '#domain/site-content/content.ts';
import { isRecord } from '#domain/basics/record.ts';
import { changedLines } from './changed-lines.ts';
import { contentLabels, itemTexts, tileLabels } from './content-labels.ts';

/** A changed field of a page's form, with both values; `''` or null if empty. */
export interface ChangedField {
  label: string;
  kind: 'words' | 'picture' | 'moment' | 'day' | 'category';
  was: unknown;
  now: unknown;
}

type Part = Readonly<Record<string, unknown>>;

const kinds: Readonly<Record<string, ChangedField['kind']>> = {
  picture: 'picture',
  share_picture: 'picture',
  category: 'category',
  from: 'moment',
  until: 'moment',
  opens: 'moment',
  effective: 'day',
};

function partOf(value: unknown): Part {
  return isRecord(value) ? value : {};
}

function itemsOf(value: unknown, list: string): Part[] {
  const items = partOf(value)[list];
  return Array.isArray(items) ? items.map(partOf) : [];
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? '') === JSON.stringify(other ?? '');
}

/** A picture with its focal point, as one field. */
function valueOf(part: Part, field: string): unknown {
  const { [field]: value, focus } = part;
  if (field === 'share_picture' && value) return { picture: value };
  return field === 'picture' && value ? { picture: value, focus } : value;
}

function fieldsOf(labels: Readonly<Record<string, string>>, was: Part, now: Part): ChangedField[] {
  return Object.entries(labels).flatMap(([field, label]): ChangedField[] => {
    const [before, after] = [valueOf(was, field), valueOf(now, field)];
    if (same(before, after)) return [];
    const kind = kinds[field] ?? 'words';
    if (typeof before === 'string' && typeof after === 'string' && kind === 'words') {
      return changedLines(before, after).map(({ was: gone, now: come }) => ({
        label,
        kind,
        was: gone,
        now: come,
      }));
    }
    return [{ label, kind, was: before, now: after }];
  });
}

function named(list: 'tiles' | 'questions', place: number, end = ''): Record<string, string> {
  const texts = Object.entries(itemTexts(list, place));
  return Object.fromEntries(texts.map(([field, text]) => [field, text + end]));
}

/** The previous place of each current question; -1 if new. */
function placesBefore(was: readonly Part[], now: readonly Part[]): number[] {
  const places = now.map(() => -1);
  const isFree = (place: number) => place >= 0 && place < was.length && !places.includes(place);
  const match = (find: (one: Part, place: number) => number) => {
    for (const [place, one] of now.entries()) {
      const found = places[place] === -1 ? find(one, place) : -1;
      if (isFree(found)) places[place] = found;
    }
  };
  match(({ question }) =>
    was.findIndex((one, place) => one.question === question && isFree(place)),
  );
  match(({ answer }) => was.findIndex((one, place) => one.answer === answer && isFree(place)));
  // Question and answer were both rewritten.
  if (was.length === now.length) match((_one, place) => place);
  return places;
}

function questionFields(was: readonly Part[], now: readonly Part[]): ChangedField[] {
  const places = placesBefore(was, now);
  const kept = places.filter((place) => place >= 0);
  const isMoved = kept.some((place, at) => at > 0 && place < (kept[at - 1] ?? 0));
  const order = (list: readonly Part[]) => list.map(({ question }) => question).join('\n');
  return [
    ...now.flatMap((one, place) =>
      fieldsOf(named('questions', place), was[places[place] ?? -1] ?? {}, one),
    ),
    ...was.flatMap((one, place) =>
      places.includes(place) ? [] : fieldsOf(named('questions', place, ', removed'), one, {}),
    ),
    ...(isMoved
      ? [{ label: 'Order', kind: 'words', was: order(was), now: order(now) } as const]
      : []),
  ];
}

/** Changed fields of a kind of content, labelled as in its form. */
export function changedFields(key: ContentKey, was: unknown, now: unknown): ChangedField[] {
  const [before, after] = [itemsOf(was, 'tiles'), itemsOf(now, 'tiles')];
  return [
    ...fieldsOf(contentLabels[key], partOf(was), partOf(now)),
    ...fieldsOf(tileLabels, partOf(partOf(was)['tile']), partOf(partOf(now)['tile'])),
    ...after.flatMap((tile, place) => fieldsOf(named('tiles', place), before[place] ?? {}, tile)),
    ...questionFields(itemsOf(was, 'questions'), itemsOf(now, 'questions')),
  ];
}
