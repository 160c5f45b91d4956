import '../without-eval.ts';
import './own-pages.css';
import { useRef, useState } from 'react';
import {
  plainPath,
  redirectFault,
  RedirectFrom,
  RedirectTo,
} from '#domain/site-content/redirect.ts';
import type { StaffContent } from '#domain/wire/staff-content.ts';
import { TextField } from '../form/TextField.tsx';
import { problemText } from '../problem-text.ts';
import { SaveBar } from '../SaveBar.tsx';
import { useLeaveQuestion } from '../use-leave-question.ts';
import { changesOfRedirects, type TypedRedirect } from './redirect-changes.ts';
import { isKnownPage } from './shop-pages.ts';
import { useSaveChanges } from './use-save-changes.ts';

function typed(redirects: StaffContent['redirects']): TypedRedirect[] {
  return Object.entries(redirects)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([from, to]) => ({ id: from, from, to }));
}

function faultOf(one: TypedRedirect, rows: readonly TypedRedirect[], shop: StaffContent) {
  const [from, to] = [RedirectFrom.safeParse(one.from), RedirectTo.safeParse(one.to)];
  if (!from.success)
    return { field: 'from', message: from.error.issues[0]?.message ?? '' } as const;
  if (!to.success) return { field: 'to', message: to.error.issues[0]?.message ?? '' } as const;
  const others = rows.filter(({ id }) => id !== one.id);
  if (others.some((other) => plainPath(other.from) === plainPath(from.data)))
    return { field: 'from', message: 'Another redirect leads from here.' } as const;
  const targets = Object.fromEntries(others.map((other) => [other.from, other.to]));
  return redirectFault({ from: from.data, to: to.data }, targets, isKnownPage(shop));
}

interface RowProps {
  one: TypedRedirect;
  fault: ReturnType<typeof faultOf> | undefined;
  onChange: (one: TypedRedirect) => void;
  onRemove: () => void;
}

function RedirectRow({ one, fault, onChange, onRemove }: RowProps) {
  const native = { autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <li className="redirect-row" data-redirect={one.id}>
      <TextField
        {...native}
        label="From"
        fault={fault?.field === 'from' ? fault.message : undefined}
        value={one.from}
        onChange={(from) => onChange({ ...one, from })}
      />
      <TextField
        {...native}
        label="To"
        fault={fault?.field === 'to' ? fault.message : undefined}
        value={one.to}
        onChange={(to) => onChange({ ...one, to })}
      />
      <button
        type="button"
        className="studio-small"
        aria-label={`Remove: ${one.from || 'new redirect'}`}
        onClick={onRemove}
      >
        Remove
      </button>
    </li>
  );
}

/** Redirects from addresses without a page; saving makes a draft release. */
export default function RedirectsPage({ shop }: { shop: StaffContent }) {
  const [rows, setRows] = useState(() => typed(shop.redirects));
  const [hasTried, setTried] = useState(false);
  const { save, isSaving, error } = useSaveChanges();
  const list = useRef<HTMLUListElement>(null);
  const changes = changesOfRedirects(shop.redirects, rows);
  const isChanged = Object.keys(changes).length > 0;
  useLeaveQuestion(isChanged);
  const faults = new Map(rows.map((one) => [one.id, faultOf(one, rows, shop)]));
  const isFaulty = [...faults.values()].some(Boolean);

  function focusOn(selector: string): void {
    // Wait until it is rendered.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus());
  }

  function submit(): void {
    setTried(true);
    if (isFaulty) focusOn('[aria-invalid="true"]');
    else save('Redirects', { redirects: changes }, () => setTried(false));
  }

  return (
    <>
      <div className="studio-head">
        <h1 className="heading">Redirects</h1>
        <button
          type="button"
          className="button-quiet"
          onClick={() => {
            const id = crypto.randomUUID();
            setRows([{ id, from: '', to: '' }, ...rows]);
            focusOn(`[data-redirect="${id}"] input`);
          }}
        >
          Add a redirect
        </button>
      </div>
      <p className="order-help">
        Old addresses without a page lead to another page of the shop, such as{' '}
        <code>/products/tide-cap</code> to <code>/product-details/27</code>. A page whose address
        changes gets one by itself. Words after a product’s or category’s number, as in{' '}
        <code>/product-details/27/tide-cap</code>, need none.
      </p>
      {rows.length === 0 && <p className="studio-empty">No redirects.</p>}
      <ul ref={list} tabIndex={-1} aria-label="Redirects" className="redirect-rows">
        {rows.map((one) => (
          <RedirectRow
            key={one.id}
            one={one}
            fault={hasTried ? faults.get(one.id) : undefined}
            onChange={(next) => setRows(rows.map((other) => (other.id === one.id ? next : other)))}
            onRemove={() => {
              setRows(rows.filter(({ id }) => id !== one.id));
              // The pressed button is gone.
              list.current?.focus();
            }}
          />
        ))}
      </ul>
      <SaveBar
        problem={
          error
            ? `Not saved: ${problemText(error)}`
            : hasTried && isFaulty
              ? 'Correct the marked fields.'
              : ''
        }
        state={isChanged ? 'They apply once they are published.' : 'No changes yet.'}
      >
        <button type="button" className="button" disabled={!isChanged || isSaving} onClick={submit}>
          Save as a draft
        </button>
      </SaveBar>
    </>
  );
}
