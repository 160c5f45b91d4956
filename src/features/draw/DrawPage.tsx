import { useEffect, useState } from 'react';
import { fetchDraw, followDrawLink } from '#api/draw.ts';
import { messageOf } from '#api/http/api-error.ts';
import { serverNow } from '#browser/server-clock.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import type { DrawEntry, DrawFacts } from '#domain/draws/draw-facts.ts';
import { drawTerms } from '#domain/draws/draw-terms.ts';
import { productAddress } from '#domain/paths/product-address.ts';
import { rowNumber } from '#domain/basics/row-number.ts';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { DrawProof } from './DrawProof.tsx';
import { EntryForm } from './EntryForm.tsx';
import { OwnEntry } from './OwnEntry.tsx';

const INCOMPLETE =
  'This link is incomplete. Please open the product again, or the link in your email.';

/** The mailed link's token. It is in the fragment, which is never sent to a server. */
function tokenOfPage(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
}

function stateText({ opens_at, closes_at, drawn_at, ended_at, seed_at }: DrawFacts): string {
  const now = serverNow();
  if (now < Date.parse(opens_at)) return `Opens on ${londonText(opens_at)}.`;
  if (now < Date.parse(closes_at)) return `Open until ${londonText(closes_at)}.`;
  if (ended_at) return 'This draw is over, and all pieces have been given out.';
  if (drawn_at) return 'Drawn. Winners have 24 hours to buy, then it goes to the next in order.';
  return `Closed. The number that decides is published on ${londonText(seed_at)}.`;
}

interface Shown {
  draw: DrawFacts;
  entry: DrawEntry | null;
  token: string;
}

async function load(token: string): Promise<Shown> {
  const product = rowNumber(new URLSearchParams(location.search).get('product') ?? '');
  const entry = token === '' ? null : await followDrawLink({ token, do: 'read' });
  const of = entry?.product ?? product;
  if (of === null) throw new Error(INCOMPLETE);
  return { draw: await fetchDraw(of), entry, token };
}

function Draw({ shown, onChange }: { shown: Shown; onChange: (shown: Shown) => void }) {
  const { draw, entry, token } = shown;
  const now = serverNow();
  const isOpen = now >= Date.parse(draw.opens_at) && now < Date.parse(draw.closes_at);
  return (
    <>
      <header className="grid gap-3">
        <p className="eyebrow">Draw</p>
        <h1 className="title wrap-anywhere">{draw.product_name}</h1>
        <p>{stateText(draw)}</p>
        <p>
          <a className="link" href={productAddress({ id: draw.product })}>
            See the product
          </a>
        </p>
      </header>
      <div className="grid items-start gap-calm lg:grid-cols-2 lg:gap-16">
        <div className="grid gap-calm">
          {entry ? (
            <OwnEntry
              entry={entry}
              token={token}
              onChange={(changed) => onChange({ ...shown, entry: changed })}
            />
          ) : (
            isOpen && (
              <EntryForm
                draw={draw}
                onEntered={(made) => {
                  location.hash = `token=${made}`;
                }}
              />
            )
          )}
          <section className="grid gap-4">
            <h2 className="heading">Proof</h2>
            <DrawProof draw={draw} receipt={entry?.receipt ?? null} />
          </section>
        </div>
        <section className="grid max-w-prose gap-4">
          <h2 className="heading">Terms</h2>
          {drawTerms(draw).map(({ title, text }) => (
            <div key={title}>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 text-sm wrap-anywhere">{text}</p>
            </div>
          ))}
        </section>
      </div>
    </>
  );
}

/** A draw: its terms, entering it, an own entry, and the proof. */
export default function DrawPage() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState('');

  useEffect(() => {
    function read(): void {
      setProblem('');
      load(tokenOfPage())
        .then(setShown)
        .catch((error: unknown) => {
          setProblem(
            error instanceof Error && error.message === INCOMPLETE ? INCOMPLETE : messageOf(error),
          );
        });
    }
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  return (
    <ErrorBoundary>
      <section className="shell grid gap-8 py-8 lg:py-16">
        {shown && <Draw key={shown.entry?.id ?? ''} shown={shown} onChange={setShown} />}
        {!shown && (
          <>
            <h1 className="title">Draw</h1>
            <output>{problem || 'Loading...'}</output>
          </>
        )}
      </section>
    </ErrorBoundary>
  );
}
