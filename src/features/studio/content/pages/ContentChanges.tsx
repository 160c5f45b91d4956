import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Content, type ContentKey } from '#domain/site-content/content.ts';
import type { ReleaseReport } from '#domain/contracts/staff-releases.ts';
import { Awaited } from '../../kit/Awaited.tsx';
import { OneOf } from '../../kit/shop-frame/OneOf.tsx';
import { changedFields } from './changed-fields.ts';
import { contentPages, keyTitles, rulesOf } from './content-pages.ts';
import { contentQuery } from '../../kit/content-query.ts';
import { FieldTable } from './FieldTable.tsx';
import { PagePreview } from '../../kit/shop-frame/PagePreview.tsx';
import { scrollToChange, putContent } from './show-content.ts';

type Report = NonNullable<ReleaseReport['content']>;
type Change = Report['changed'][number];

const times = ['Before', 'After'] as const;
type When = (typeof times)[number];

/** The shop's content with a release's values applied, skipping unknown kinds. */
function contentWith(shop: Content, values: Readonly<Record<string, unknown>>): Content {
  const { data } = Content.safeParse({ ...shop, ...values });
  return data ?? shop;
}

interface LookProps {
  page: (typeof contentPages)[number];
  changes: readonly Change[];
  shop: Content;
}

/** A page as shoppers see it before and after a release. */
function ContentLook({ page: { title, path, keys }, changes, shop }: LookProps) {
  const [when, setWhen] = useState<When>('After');
  const shown = contentWith(
    shop,
    Object.fromEntries(changes.map(({ key, was, now }) => [key, when === 'After' ? now : was])),
  );
  const changed = keys.filter((key) => changes.some((one) => one.key === key));
  return (
    <PagePreview
      path={path}
      title={`${title}, ${when.toLowerCase()}`}
      show={(preview) => {
        putContent(preview, shown, changed);
        scrollToChange(preview, changed);
        return rulesOf(path, shown);
      }}
    >
      <OneOf legend="Before or after" names={times} chosen={when} onChoose={setWhen} />
    </PagePreview>
  );
}

function titleOf(title: string, key: ContentKey): string {
  return keyTitles[key] === undefined ? title : `${title}: ${keyTitles[key]}`;
}

interface Props {
  report: Report;
  /** Whether to render pages as well: not for published releases. */
  isOpen: boolean;
}

/** Page changes of a release: previews, and fields before and after. */
export function ContentChanges({ report, isOpen }: Props) {
  const shop = useQuery(contentQuery);
  const names = new Map(shop.data?.categories.map(({ slug, name }) => [slug, name]));
  const pages = contentPages.map((page) => ({
    page,
    changes: report.changed.filter(({ key }) => page.keys.some((one) => one === key)),
    conflicts: report.conflicts.filter(({ key }) => page.keys.some((one) => one === key)),
  }));
  return pages
    .filter(({ changes, conflicts }) => changes.length + conflicts.length > 0)
    .map(({ page, changes, conflicts }) => (
      <section key={page.page} className="release-group" aria-label={page.title}>
        <h3>{page.title}</h3>
        {shop.isError && <Awaited query={shop} />}
        {isOpen && shop.data && changes.length > 0 && (
          <ContentLook page={page} changes={changes} shop={shop.data.content} />
        )}
        {page.keys.map((key) => {
          const change = changes.find((one) => one.key === key);
          const conflict = conflicts.find((one) => one.key === key);
          const title = titleOf(page.title, key);
          return (
            <div key={key}>
              {keyTitles[key] && (change || conflict) && <h4>{keyTitles[key]}</h4>}
              {change && (
                <FieldTable
                  caption={title}
                  fields={changedFields(key, change.was, change.now)}
                  names={names}
                />
              )}
              {conflict && (
                <>
                  <p>Not applied, because the shop has changed it since:</p>
                  <FieldTable
                    caption={`${title}: not applied`}
                    fields={changedFields(key, conflict.shop, conflict.file)}
                    names={names}
                    sides={['The shop', 'This release']}
                  />
                </>
              )}
            </div>
          );
        })}
      </section>
    ));
}
