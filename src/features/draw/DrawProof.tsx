import { useState } from 'react';
import { fetchDrawRecord, recordAddress } from '#api/draw.ts';
import { messageOf } from '#api/http/api-error.ts';
import { countText } from '#domain/basics/count-text.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import { type DrawFacts, entriesText } from '#domain/draws/draw-facts.ts';
import type { DrawCheck } from './check-draw.ts';

function Outcome({ check: { faults, own }, drawn }: { check: DrawCheck; drawn: boolean }) {
  return (
    <output className="grid gap-3">
      {faults.length === 0 ? (
        <p className="message-success">
          {drawn
            ? 'Right. This browser has recomputed the list, its root and the order of the winners, and drand signed the random number.'
            : 'Right. This browser has recomputed the root from the list.'}
        </p>
      ) : (
        faults.map((fault) => (
          <p key={fault} className="message-error">
            {fault}
          </p>
        ))
      )}
      {own && (
        <details className="text-sm">
          <summary className="link">
            Your entry is in the list, {countText(own.steps.length, 'step')} from the root
          </summary>
          <ol className="mt-3 grid gap-1 font-mono text-xs wrap-anywhere">
            <li>leaf {own.leaf}</li>
            {own.steps.map(({ hash, left }) => (
              <li key={hash}>
                {left ? 'left' : 'right'} {hash}
              </li>
            ))}
          </ol>
        </details>
      )}
    </output>
  );
}

interface Props {
  draw: DrawFacts;
  /** The visitor's receipt; null for visitors without an entry. */
  receipt: string | null;
}

/** The published record of a draw, and its check in this browser. */
export function DrawProof({ draw, receipt }: Props) {
  const [check, setCheck] = useState<DrawCheck | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const { sealed_at, entries, root, drawn_at, seed_round, seed_at } = draw;
  if (!sealed_at)
    return (
      <p className="max-w-prose">
        When entries close, the list of all receipts appears here, with the root of their Merkle
        tree. The number that decides is published afterwards, so nobody can choose entries to fit
        it.
      </p>
    );

  async function run(): Promise<void> {
    setBusy(true);
    setProblem('');
    try {
      const { checkDraw } = await import('./check-draw.ts');
      setCheck(await checkDraw(await fetchDrawRecord(draw), receipt));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid max-w-prose gap-4">
      <dl className="grid gap-3 text-sm">
        <div>
          <dt className="eyebrow">Entries</dt>
          <dd>
            {entriesText(entries ?? 0)}, closed on {londonText(sealed_at)}
          </dd>
        </div>
        {root && (
          <div>
            <dt className="eyebrow">Merkle root</dt>
            <dd className="font-mono wrap-anywhere">{root}</dd>
          </div>
        )}
        <div>
          <dt className="eyebrow">Random number</dt>
          <dd>
            Round {seed_round} of drand, {drawn_at ? 'published' : 'due'} on {londonText(seed_at)}
          </dd>
        </div>
      </dl>
      <p>
        <button
          type="button"
          className="button-quiet"
          aria-busy={busy}
          onClick={() => !busy && void run()}
        >
          Check the draw in this browser
        </button>
      </p>
      {problem && (
        <p className="message-error" role="alert">
          {problem}
        </p>
      )}
      {check && <Outcome check={check} drawn={Boolean(drawn_at)} />}
      <p className="text-sm text-ink-soft">
        Without the shop: save{' '}
        <a className="link" href={recordAddress(draw)} download="draw.json">
          the record
        </a>{' '}
        and{' '}
        <a className="link" href="/check-draw.mjs" download>
          46 lines of code
        </a>
        , then run <code>node check-draw.mjs draw.json</code>.
      </p>
    </div>
  );
}
