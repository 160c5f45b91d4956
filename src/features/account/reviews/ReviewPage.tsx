import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { actOnReviews } from '#api/product-reviews.ts';
import type { OwnReview } from '#domain/contracts/product-reviews.ts';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { Loading } from '#ui/islands/Loading.tsx';
import { ItemPicture } from '#ui/ItemPicture.tsx';
import type { PickedPhoto } from '../use-picked-photos.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { WrittenReview } from './WrittenReview.tsx';

const EXPIRED = 'This link is incomplete or has expired. Please open it from our e-mail again.';

/** The link's token. It is in the fragment, which is never sent to a server. */
function tokenOfPage(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
}

interface CardProps {
  token: string;
  own: OwnReview;
  onReviews: (reviews: OwnReview[]) => void;
}

function ReviewCard({ token, own, onReviews }: CardProps) {
  const [changing, setChanging] = useState(false);
  const [picked, setPicked] = useState<readonly PickedPhoto[]>([]);
  const { review, stars } = own;
  return (
    <li className="review-card">
      <header>
        <ItemPicture image={own.image} />
        <h2 className="heading">{own.name}</h2>
      </header>
      {review === null || stars === null || changing ? (
        <ReviewForm
          token={token}
          own={own}
          onWritten={(reviews, photos) => {
            setPicked(photos);
            setChanging(false);
            onReviews(reviews);
          }}
        />
      ) : (
        <WrittenReview
          token={token}
          own={own}
          review={review}
          picked={picked}
          onChange={() => {
            setPicked([]);
            setChanging(true);
          }}
          onWithdrawn={onReviews}
        />
      )}
    </li>
  );
}

function Cards() {
  const [token, setToken] = useState('');
  const [reviews, setReviews] = useState<OwnReview[] | null>(null);
  const [problem, setProblem] = useState('');

  useEffect(() => {
    async function load(): Promise<void> {
      const linked = tokenOfPage();
      setToken(linked);
      setReviews(null);
      setProblem('');
      try {
        if (linked === '') throw new ApiError(400);
        const found = await actOnReviews({ do: 'show', token: linked });
        if (linked === tokenOfPage()) setReviews(found);
      } catch (error) {
        const expired = error instanceof ApiError && error.status === 400;
        setProblem(expired ? EXPIRED : messageOf(error));
      }
    }
    const reload = (): void => void load();
    reload();
    window.addEventListener('hashchange', reload);
    return () => window.removeEventListener('hashchange', reload);
  }, []);

  if (problem !== '') return <p role="alert">{problem}</p>;
  if (reviews === null) return <Loading />;
  return (
    <ul>
      {reviews.map((own) => (
        <ReviewCard key={own.product} token={token} own={own} onReviews={setReviews} />
      ))}
    </ul>
  );
}

/** Reviews of an order's products, by the link in the e-mail that asks for them. */
export default function ReviewPage() {
  return (
    <ErrorBoundary>
      <section className="shell grid gap-6 py-8 lg:py-16">
        <h1 className="title">Your Reviews</h1>
        <p className="max-w-prose">
          What would you tell a friend? Everything you write is shown with the product, good or bad.{' '}
          <a className="link" href="/reviewpolicy">
            How we treat reviews
          </a>
        </p>
        <Cards />
      </section>
    </ErrorBoundary>
  );
}
