import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { fitWords, hidingWords, starWords } from '#domain/catalogue/review-words.ts';
import { getReviews, reviewStates, type StaffReview } from '#domain/contracts/staff-reviews.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { Button } from '../kit/Button.tsx';
import { momentText } from '../kit/day-text.ts';
import { SelectField } from '../kit/form/SelectField.tsx';
import { useMay } from '../kit/may.ts';
import { PageLinks } from '../kit/PageLinks.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { SearchBox } from '../kit/SearchBox.tsx';
import { keepsPrevious, staffQuery } from '../kit/staff-query.ts';
import { goTo, linkTo } from '../kit/use-place.ts';
import { type OpenDialog, usePageDialog } from '../kit/use-page-dialog.ts';
import { AnswerDialog, HideDialog, ShowDialog } from './review-dialogs.tsx';

const stateTexts = {
  all: 'All',
  unanswered: 'Not answered',
  hidden: 'Hidden',
  changed: 'Hidden, and changed since',
} satisfies Record<(typeof reviewStates)[number], string>;

interface Filters {
  state?: string | undefined;
  q?: string | undefined;
}

function listAt({ state, q }: Filters, after?: number): AreaPlace {
  const query = {
    ...(state && state !== 'all' && { state }),
    ...(q && { q }),
    ...(after !== undefined && { after: String(after) }),
  };
  return { at: 'catalogue', page: 'reviews', query };
}

function Photos({ review: { photos, product_name } }: { review: StaffReview }) {
  if (photos.length === 0) return null;
  return (
    <ul className="staff-review-photos">
      {photos.map(({ id, small, large }, place) => (
        <li key={id}>
          <a href={large} target="_blank" rel="noreferrer">
            <img src={small} alt={`${place + 1} of ${photos.length} of ${product_name}`} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Row({ review, open }: { review: StaffReview; open: OpenDialog }) {
  const may = useMay();
  const { product_name, product, stars, fit, words, name, given, order } = review;
  const { written_at, changed_at, answer, answered_by, hidden, hidden_because } = review;
  return (
    <li>
      <h2>
        <a href={`/product-details/${product}#reviews`}>{product_name}</a>, {starWords(stars)}
      </h2>
      <p className="studio-soft">
        {name || 'No name'}, {momentText(written_at)}
        {changed_at !== null && `, changed ${momentText(changed_at)}`}
        {fit !== null && `, fit: ${fitWords[fit].toLowerCase()}`}
        {given && ', was given the product'}
        {may('read_orders') && (
          <>
            {', '}
            <a {...linkTo({ at: 'order', order })}>order {order}</a>
          </>
        )}
      </p>
      <p className="studio-words">{words}</p>
      <Photos review={review} />
      {hidden !== null && (
        <p className="studio-warning">
          Hidden {review.hidden_at !== null && momentText(review.hidden_at)} by {review.hidden_by}.{' '}
          {hidingWords[hidden]}. {hidden_because}
          {review.changed_since && <strong> Changed since: look at it again.</strong>}
        </p>
      )}
      {answer !== null && (
        <blockquote className="staff-review-answer">
          <p className="studio-soft">Answered by {answered_by}</p>
          <p className="studio-words">{answer}</p>
        </blockquote>
      )}
      <div className="studio-actions">
        <Button
          opensDialog
          look="small"
          onClick={() => open((frame) => <AnswerDialog {...frame} review={review} />)}
        >
          {answer === null ? 'Answer' : 'Change the answer'}
        </Button>
        <Button
          opensDialog
          look="small"
          onClick={() => open((frame) => <HideDialog {...frame} review={review} />)}
        >
          {hidden === null ? 'Hide' : 'Change the reason'}
        </Button>
        {hidden !== null && (
          <Button
            opensDialog
            look="small"
            onClick={() => open((frame) => <ShowDialog {...frame} review={review} />)}
          >
            Show again
          </Button>
        )}
      </div>
    </li>
  );
}

/** Buyers' reviews, newest first. */
export default function ReviewsPage({ query }: Pick<AreaPlace, 'query'>) {
  const search = useRef<HTMLInputElement>(null);
  const { open, news, dialog } = usePageDialog();
  const { state, q = '', after } = query;
  const known = reviewStates.find((name) => name === state) ?? 'all';
  const filters = { state: known, q };
  const found = useQuery(
    staffQuery(['reviews', query], getReviews, { ...filters, after }, keepsPrevious),
  );
  const { data } = found;
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Reviews</h1>
        <SearchBox
          ref={search}
          q={q}
          label="Search reviews"
          placeholder="Product, words, name, order …"
          onSearch={(text) => goTo(listAt({ ...filters, q: text }), 'replace')}
        />
      </div>
      <div className="staff-review-filter">
        <SelectField
          label="Show"
          value={known}
          choices={stateTexts}
          onChange={(chosen) => goTo(listAt({ ...filters, state: chosen }), 'replace')}
        />
        {data && data.changed > 0 && known !== 'changed' && (
          <p className="studio-warning">
            <a className="link" {...linkTo(listAt({ state: 'changed' }))}>
              {data.changed} hidden {data.changed === 1 ? 'review was' : 'reviews were'} changed
              since
            </a>
          </p>
        )}
      </div>
      <output className="studio-news">{news}</output>
      <Awaited query={found} />
      {data?.rows.length === 0 && <p className="studio-empty">No reviews here.</p>}
      <ul className="mailing-list">
        {data?.rows.map((review) => (
          <Row key={review.id} review={review} open={open} />
        ))}
      </ul>
      <PageLinks
        first={after === undefined ? null : listAt(filters)}
        next={data?.next ? listAt(filters, data.next) : null}
      />
      {dialog}
    </>
  );
}
