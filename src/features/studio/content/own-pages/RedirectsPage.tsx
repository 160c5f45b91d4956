import '../../kit/without-eval.ts';
import './own-pages.css';
import { useStore } from '@nanostores/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import {
  plainPath,
  redirectFault,
  RedirectFrom,
  RedirectTo,
} from '#domain/site-content/redirect.ts';
import type { StaffContent } from '#domain/contracts/staff-content.ts';
import type { Release } from '#domain/contracts/staff-releases.ts';
import { Button } from '../../kit/Button.tsx';
import { releaseQuery } from '../../releases/release-queries.ts';
import { releasePlace } from '../../releases/release-place.ts';
import type { EditKeeper } from '../../releases/edits/edit-keeper.ts';
import { Editing } from '../../releases/edits/Editing.tsx';
import { saveText } from '../../releases/edits/save-text.ts';
import { StartOver } from '../../releases/edits/StartOver.tsx';
import { useSaveDraft } from '../../releases/edits/use-save-draft.ts';
import { TextField } from '../../kit/form/TextField.tsx';
import { contentQuery } from '../pages/content-query.ts';
import { Awaited } from '../../kit/Awaited.tsx';
import { SaveBar } from '../../releases/edits/SaveBar.tsx';
import { goTo } from '../../kit/use-place.ts';
import { redirectsPlace } from './own-page-place.ts';
import { withRedirects } from './redirect-changes.ts';
import {
  draftRedirects,
  redirectsKind,
  type TypedRedirect,
  type TypedRedirects,
  typedRedirects,
} from './redirects-kind.ts';
import { isKnownPage } from '../shop-pages.ts';

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
  const state = useStore(edits.$state);
  const client = useQueryClient();
  const load = () => client.fetchQuery({ ...contentQuery, staleTime: 0 });
  const { save, isBusy, problem } = useSaveDraft(edits, {
    titleOf: () => 'Redirects',
    changesOf: (form, draft) => withRedirects(draft?.changes ?? {}, form),
    ofShop: async () => ({ typed: typedRedirects((await load()).redirects), by: '', at: '' }),
    ofDraft: async (draft) => savedRedirects(draft, (await load()).redirects),
    placeOf: ({ form }) => redirectsPlace(form.release),
  });
  const [hasTried, setTried] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const faults = new Map(rows.map((one) => [one.id, faultOf(one, rows, shop)]));
  const isFaulty = [...faults.values()].some(Boolean);
  const change = (next: TypedRedirect[]) => edits.change({ rows: next });

  function focusOn(selector: string): void {
    // Wait until it is rendered.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus());
  }

  async function submit(): Promise<void> {
    setTried(true);
    if (isFaulty) focusOn('[aria-invalid="true"]');
    else if (await save()) goTo(releasePlace(edits.$typed.get().form.release));
  }

  return (
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
            onChange={(next) => change(rows.map((other) => (other.id === one.id ? next : other)))}
            onRemove={() => {
              change(rows.filter(({ id }) => id !== one.id));
              // The pressed button is gone.
              list.current?.focus();
            }}
          />
        ))}
      </ul>
      <SaveBar
        problem={
          problem
            ? `Not saved: ${problem}`
            : hasTried && isFaulty
              ? 'Correct the marked fields.'
              : ''
        }
        state={saveText(state, edits.isChanged, 'No changes yet.')}
      >
        {edits.isChanged && <StartOver edits={edits} />}
        <Button look="main" busy={isBusy} disabled={!edits.isChanged} onClick={() => void submit()}>
          Save as a draft
        </Button>
      </SaveBar>
    </>
  );
}

function savedRedirects(draft: Release, shop: StaffContent['redirects']) {
  const { changed_by: by, changed_at: at } = draft;
  return { typed: draftRedirects(shop, draft), by, at };
}

interface Props {
  shop: StaffContent;
  /** A draft to edit. */
  release: string | undefined;
}

function Opened({ shop, release }: Props) {
  const draft = useQuery({ ...releaseQuery(release ?? ''), enabled: release !== undefined });
  const { redirects } = shop;
  const { data } = draft;
  const saved = useMemo(() => {
    if (release === undefined) return { typed: typedRedirects(redirects), by: '', at: '' };
    return data && savedRedirects(data, redirects);
  }, [redirects, release, data]);
  if (draft.isError || !saved) return <Awaited query={draft} />;
  return (
    <Editing kind={redirectsKind} place={redirectsPlace(release)} saved={saved}>
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
      <Opened key={release} shop={shop} release={release} />
    </>
  );
}
