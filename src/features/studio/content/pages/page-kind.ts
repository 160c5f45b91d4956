import * as z from 'zod';
import { isRecord } from '#domain/basics/record.ts';
import type { Content } from '#domain/site-content/content.ts';
import type { KeptKind } from '../../releases/edits/kept-kind.ts';
import type { Fields } from '../../releases/edits/three-way.ts';
import { contentLabels } from './content-labels.ts';
import { type contentPages, keyTitles } from './content-pages.ts';
import { type TypedPage, typedPage } from './edited-content.ts';
import { hasShapeOf } from './same-shape.ts';

type Page = (typeof contentPages)[number];

const keepers: KeptKind<TypedPage>['keepers'] = new Map();

function labelOf(field: string): string {
  const [key = '', part = '', index] = field.split(' ');
  const kind = Object.entries(contentLabels).find(([name]) => name === key)?.[1] ?? {};
  const label = Object.entries(kind).find(([name]) => name === part)?.[1] ?? part;
  const place = index === undefined ? '' : ` ${Number(index) + 1}`;
  const title = Object.entries(keyTitles).find(([name]) => name === key)?.[1];
  return [title, `${label}${place}`].filter(Boolean).join(': ');
}

function withFields(theirs: TypedPage, merged: Fields): TypedPage {
  const draft: Record<string, unknown> = structuredClone(theirs.draft);
  for (const [field, value] of merged) {
    const [key = '', part = '', index] = field.split(' ');
    const kind = draft[key];
    const list = isRecord(kind) ? kind[part] : undefined;
    if (index !== undefined && Array.isArray(list)) list[Number(index)] = value;
    else if (isRecord(kind)) kind[part] = value;
  }
  return hasShapeOf(theirs.draft, draft) ? { ...theirs, draft } : theirs;
}

/** The form of a page. @param shop the page's present content, whose shape stored input must have. */
export function pageKind({ keys, title }: Page, shop: Content): KeptKind<TypedPage> {
  const sample = typedPage(shop);

  function fields({ draft }: TypedPage): Fields {
    const all = keys.flatMap((key) =>
      Object.entries(draft[key]).flatMap(([part, value]: [string, unknown]) =>
        // The home page has a fixed number of tiles; other lists are one field.
        part === 'tiles' && Array.isArray(value)
          ? value.map((tile, at) => [`${key} ${part} ${at}`, tile] as const)
          : [[`${key} ${part}`, value] as const],
      ),
    );
    return new Map(all);
  }

  return {
    schema: z.custom<TypedPage>((value) => hasShapeOf(sample, value)),
    subjects: () => keys.map((key) => `content/${key}`),
    title: () => `Pages: ${title}`,
    fields,
    withFields,
    label: labelOf,
    keepers,
  };
}
