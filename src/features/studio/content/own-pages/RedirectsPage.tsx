import '../../kit/without-eval.ts';
import './own-pages.css';
import { useStore } from '@nanostores/react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import {
  plainPath,
  redirectFault,
  RedirectFrom,
  RedirectTo,
} from '#domain/site-content/redirect.ts';
import type { StaffContent } from '#domain/contracts/staff-content.ts';
import type { Release } from '#domain/contracts/staff-releases.ts';
import { Button } from '../../kit/Button.tsx';
import type { EditKeeper } from '../../releases/edits/edit-keeper.ts';
import { Editing } from '../../releases/edits/Editing.tsx';
import { useSaveDraft } from '../../releases/edits/use-save-draft.ts';
import { TextField } from '../../kit/form/TextField.tsx';
import { contentQuery } from '../../kit/content-query.ts';
import { DraftForm } from '../../releases/edits/DraftForm.tsx';
import { DraftOf } from '../../releases/edits/DraftOf.tsx';
import { asInDraft, asInShop } from '../../releases/edits/theirs.ts';
import { redirectsPlace } from './own-page-place.ts';
import { withRedirects } from './redirect-changes.ts';
import {
  draftRedirects,
  redirectsKind,
  type TypedRedirect,
  type TypedRedirects,
  typedRedirects,
} from './redirects-kind.ts';
import { isKnownPage } from '../../kit/shop-pages.ts';

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
      <Button look="small" aria-label={`Remove: ${one.from || 'new redirect'}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

interface FormProps {
  edits: EditKeeper<TypedRedirects>;
  shop: StaffContent;
}

/** All redirects; saving makes a draft release. */
function RedirectsForm({ edits, shop }: FormProps) {
  const { rows } = useStore(edits.$typed);
  const client = useQueryClient();
  const load = () => client.fetchQuery({ ...contentQuery, staleTime: 0 });
  const draft = useSaveDraft(edits, {
    titleOf: () => 'Redirects',
    changesOf: (form, into) => withRedirects(into?.changes ?? {}, form),
    ofShop: async () => asInShop(typedRedirects((await load()).redirects)),
    ofDraft: async (into) => asInDraft(draftRedirects((await load()).redirects, into), into),
    placeOf: ({ form }) => redirectsPlace(form.release),
  });
  const list = useRef<HTMLUListElement>(null);
  const faults = new Map(rows.map((one) => [one.id, faultOf(one, rows, shop)]));
  const isFaulty = [...faults.values()].some(Boolean);
  const change = (next: TypedRedirect[]) => edits.change({ rows: next });

  function focusOn(selector: string): void {
    // Wait until it is rendered.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus());
  }

  return (
    <DraftForm edits={edits} draft={draft} isFaulty={isFaulty} className="redirects-form">
      {(hasTried) => (
        <>
          <p className="redirects-add">
            <Button
              onClick={() => {
                const id = crypto.randomUUID();
                change([{ id, from: '', to: '' }, ...rows]);
                focusOn(`[data-redirect="${id}"] input`);
              }}
            >
              Add a redirect
            </Button>
          </p>
          {rows.length === 0 && <p className="studio-empty">No redirects.</p>}
          <ul ref={list} tabIndex={-1} aria-label="Redirects" className="redirect-rows">
            {rows.map((one) => (
              <RedirectRow
                key={one.id}
                one={one}
                fault={hasTried ? faults.get(one.id) : undefined}
                onChange={(next) =>
                  change(rows.map((other) => (other.id === one.id ? next : other)))
                }
                onRemove={() => {
                  change(rows.filter(({ id }) => id !== one.id));
                  // The pressed button is gone.
                  list.current?.focus();
                }}
              />
            ))}
          </ul>
        </>
      )}
    </DraftForm>
  );
}

interface Props {
  shop: StaffContent;
  /** A draft to edit. */
  release: string | undefined;
}

function Form({ shop, draft }: { shop: StaffContent; draft?: Release }) {
  const { redirects } = shop;
  const saved = useMemo(
    () =>
      draft
        ? asInDraft(draftRedirects(redirects, draft), draft)
        : asInShop(typedRedirects(redirects)),
    [redirects, draft],
  );
  return (
    <Editing kind={redirectsKind} place={redirectsPlace(draft?.id)} saved={saved}>
      {(edits) => <RedirectsForm edits={edits} shop={shop} />}
    </Editing>
  );
}

/** Redirects from addresses without a page. */
export default function RedirectsPage({ shop, release }: Props) {
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Redirects</h1>
      </div>
      <p className="order-help">
        Old addresses without a page lead to another page of the shop, such as{' '}
        <code>/products/tide-cap</code> to <code>/product-details/27</code>. A page whose address
        changes gets one by itself. Words after a product’s or category’s number, as in{' '}
        <code>/product-details/27/tide-cap</code>, need none.
      </p>
      {release === undefined ? (
        <Form shop={shop} />
      ) : (
        <DraftOf key={release} id={release}>
          {(draft) => <Form shop={shop} draft={draft} />}
        </DraftOf>
      )}
    </>
  );
}
