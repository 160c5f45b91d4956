import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CatalogueStock, ReleaseState } from '#domain/enums.ts';
import type { ReleaseRow as Row } from '#domain/contracts/staff-releases.ts';
import { Button } from '../kit/Button.tsx';
import { Panel } from '../kit/Panel.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { goTo, linkTo } from '../kit/use-place.ts';
import { catalogueQuery } from '../catalogue/catalogue-queries.ts';
import { releasesQuery } from '../releases/release-queries.ts';
import { fewLeftText } from './few-left.ts';
import { filtersIn, listPlace } from '../catalogue/product-filters.ts';
import { PublishingSteps } from '../releases/PublishingProgress.tsx';
import { newProductPlace, productPlace } from '../releases/release-place.ts';
import { ReleaseRows } from '../releases/ReleaseRows.tsx';
import { UnsavedEdits } from '../releases/edits/UnsavedEdits.tsx';

/** Rows that a panel shows of a longer list. */
const SHOWN = 5;

const all: AreaPlace = { at: 'catalogue', page: 'releases', query: {} };

function inState(state: ReleaseState): AreaPlace {
  return { ...all, query: { state } };
}

interface PartProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}

/** Content of a panel once its data has arrived. */
function Part<Data>({ query, children }: PartProps<Data>) {
  return query.data === undefined ? <Awaited query={query} /> : children(query.data);
}

interface RowsProps {
  rows: readonly Row[];
  /** Text if there are none. */
  none: string;
  /** The list that has the rest. */
  rest: AreaPlace;
}

function Rows({ rows, none, rest }: RowsProps) {
  if (rows.length === 0) return <p className="studio-soft">{none}</p>;
  return (
    <>
      <ReleaseRows rows={rows.slice(0, SHOWN)} />
      {rows.length > SHOWN && (
        <a className="link" {...linkTo(rest)}>
          All of them
        </a>
      )}
    </>
  );
}

function Releases() {
  const scheduled = useQuery(releasesQuery('', 'scheduled', null));
  const drafts = useQuery(releasesQuery('', 'draft', null));
  const failed = useQuery(releasesQuery('', 'failed', null));
  return (
    <>
      {failed.data && failed.data.releases.length > 0 && (
        <Panel title="Failed">
          <Rows rows={failed.data.releases} none="" rest={inState('failed')} />
        </Panel>
      )}
      <Panel title="Scheduled">
        <Part query={scheduled}>
          {({ releases }) => (
            <Rows
              rows={releases.toSorted((a, b) =>
                (a.scheduled_for ?? '').localeCompare(b.scheduled_for ?? ''),
              )}
              none="Nothing is scheduled."
              rest={inState('scheduled')}
            />
          )}
        </Part>
      </Panel>
      <Panel title="Drafts">
        <UnsavedEdits heading="h3" />
        <Part query={drafts}>
          {({ releases }) => <Rows rows={releases} none="No drafts." rest={inState('draft')} />}
        </Part>
      </Panel>
    </>
  );
}

function momentOf({ published_at }: Row): number {
  return Date.parse(published_at ?? '');
}

/** The release that was published last, which may have been scheduled before others were made. */
function lastOf(releases: readonly Row[]): Row | undefined {
  return releases.toSorted((a, b) => momentOf(b) - momentOf(a))[0];
}

/** The last published release and how far it has got. */
function Live() {
  const published = useQuery(releasesQuery('', 'published', null));
  return (
    <Panel title="Last published">
      <Part query={published}>
        {({ releases }) => {
          const last = lastOf(releases);
          return last?.published_at ? (
            <>
              <ReleaseRows rows={[last]} />
              <PublishingSteps id={last.id} publishedAt={last.published_at} />
              <a className="link" {...linkTo(all)}>
                All releases
              </a>
            </>
          ) : (
            <p className="studio-soft">Nothing yet: the shop has its first catalogue.</p>
          );
        }}
      </Part>
    </Panel>
  );
}

function Stock({ stock, title, none }: { stock: CatalogueStock; title: string; none: string }) {
  const place = listPlace({ ...filtersIn(all), state: 'live', stock });
  const found = useQuery(catalogueQuery(filtersIn(place)));
  return (
    <Panel title={title}>
      <Part query={found}>
        {({ products }) => (
          <>
            {products.length === 0 && <p className="studio-soft">{none}</p>}
            <ul className="overview-products">
              {products.slice(0, SHOWN).map((product) => (
                <li key={product.slug}>
                  <a className="studio-number" {...linkTo(productPlace(product.slug))}>
                    {product.name}
                  </a>
                  {stock === 'low' && <span className="studio-soft">{fewLeftText(product)}</span>}
                </li>
              ))}
            </ul>
            {products.length > SHOWN && (
              <a className="link" {...linkTo(place)}>
                All of them
              </a>
            )}
          </>
        )}
      </Part>
    </Panel>
  );
}

/** A marketer's first page: what comes next, what is unfinished, what is live and what runs out. */
export function OverviewPage() {
  return (
    <>
      <div className="studio-head">
        <h1 className="heading">Overview</h1>
        <div className="studio-actions">
          <a className="button-quiet" {...linkTo({ at: 'catalogue', page: 'files', query: {} })}>
            Import a spreadsheet
          </a>
          <Button look="main" onClick={() => goTo(newProductPlace(crypto.randomUUID()))}>
            New product
          </Button>
        </div>
      </div>
      <div className="overview">
        <div>
          <Releases />
        </div>
        <div>
          <Live />
          <Stock stock="sold_out" title="Sold out" none="No product is sold out." />
          <Stock stock="low" title="Low stock" none="No product is running low." />
        </div>
      </div>
    </>
  );
}
