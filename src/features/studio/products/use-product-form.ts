import { useStore } from '@nanostores/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asStaff, reasonOf } from '../kit/as-staff.ts';
import type { EditKeeper } from '../releases/edits/edit-keeper.ts';
import { addressOf, type AreaPlace } from '../kit/place.ts';
import { serverNow } from '#browser/server-clock.ts';
import { saveRelease } from '#domain/contracts/staff-releases.ts';
import type { Faults } from '../kit/form/Field.tsx';
import { goTo } from '../kit/use-place.ts';
import { useLeaveQuestion } from '../kit/use-leave-question.ts';
import { noOptions } from '../releases/new-release.ts';
import { changesOfProduct } from './product-edit.ts';
import { freeSlug, SLUG_TAKEN } from './free-slug.ts';
import { faultsText, openFaults, productFaults, productOf } from './product-faults.ts';
import { withProduct } from '../catalogue/draft-parts.ts';
import { productKeeper } from './product-keeper.ts';
import { releasePlace } from '../releases/release-place.ts';
import { latestProduct, type SavedProduct } from './saved-product.ts';
import { type ProductFields, slugFrom, type TypedProduct } from './typed-product.ts';
import { useReleaseAction } from '../releases/use-release-action.ts';

const noFaults: Faults = new Map();

export interface ProductSource {
  saved: SavedProduct;
  /** The product's slug before the draft; undefined for a draft with one product. */
  slug: string | undefined;
  /** The form's place once it is a draft. */
  placeOf: (release: string) => AreaPlace;
  /** Called with the draft's release before the address becomes the draft's. */
  onSaved: (release: string) => void;
}

/** A product's form: input kept while typing, saved as a draft release. */
export function useProductForm(edits: EditKeeper<TypedProduct>, source: ProductSource) {
  const client = useQueryClient();
  const keeper = productKeeper(edits);
  const typed = useStore(edits.$typed);
  const state = useStore(edits.$state);
  const uploads = useStore(keeper.$uploads);
  const [draft, setDraft] = useState(source.saved.draft);
  const [faults, setFaults] = useState(noFaults);
  const [problem, setProblem] = useState('');
  const [isWaiting, setWaiting] = useState(false);
  const action = useReleaseAction();
  const { isSending } = keeper;
  // Files on their way are lost with the tab.
  useLeaveQuestion(isSending);

  function change(fields: Partial<TypedProduct>): void {
    edits.change(fields);
    setProblem('');
  }

  function changeProduct(fields: Partial<ProductFields>): void {
    const { now, hasOwnSlug } = edits.$typed.get();
    const follows = !hasOwnSlug && fields.name !== undefined && { slug: slugFrom(fields.name) };
    change({ now: { ...now, ...fields, ...follows } });
  }

  function faultsNow(): Faults {
    const found = new Map(productFaults(edits.$typed.get(), serverNow()));
    const { colours } = edits.$typed.get();
    const isOpen = colours.some(({ pictures }) => pictures.some(({ address }) => address === null));
    if (isOpen && !keeper.isSending) {
      found.set('uploads', 'Some pictures are not uploaded: try again, replace or remove them.');
    }
    return found;
  }

  /** @returns whether the draft was saved. */
  async function save(): Promise<boolean> {
    setProblem('');
    if (faultsNow().size === 0) await keeper.settled();
    const found = new Map(faultsNow());
    if (found.size === 0) {
      const slug = await freeSlug(client, edits.$typed.get());
      if (slug === null) found.set('slug', SLUG_TAKEN);
      else if (slug !== edits.$typed.get().now.slug) changeProduct({ slug });
    }
    setFaults(found);
    if (found.size > 0) {
      setProblem(faultsText(found));
      return false;
    }
    return store(draft, 1);
  }

  /** Merges what others have saved since. @returns whether that is done; otherwise the person chooses first. */
  async function meet(): Promise<SavedProduct | null | false> {
    const latest = await latestProduct(client, edits.$typed.get(), source.slug);
    if (latest) setDraft(latest.draft);
    return latest === null || edits.meet(latest) ? latest : false;
  }

  /** @param tries repeats after somebody else has saved the draft. */
  async function store(into: SavedProduct['draft'], tries: number): Promise<boolean> {
    const { form } = edits.$typed.get();
    if (form.version === 0 && (await meet()) === false) return false;
    const sent = edits.$typed.get();
    const product = productOf(sent);
    const edited = changesOfProduct(sent.was, product, sent.form.stock);
    const changes =
      into && source.slug !== undefined
        ? withProduct(into.changes, source.slug, edited?.catalogue)
        : edited;
    if (!changes) {
      setProblem('Nothing has changed.');
      return false;
    }
    const { release, version } = sent.form;
    const title = form.title || product.name;
    const { source: from = 'Studio', options = noOptions } = into ?? {};
    await edits.flush();
    const asked = { release, title, source: from, options, version, form: edits.address };
    try {
      const done = await asStaff(saveRelease, { changes, ...asked });
      const saved = { ...sent, form: { ...sent.form, version: done.version, title } };
      edits.saved(saved, addressOf(source.placeOf(release)));
      if (into) setDraft({ ...into, changes });
    } catch (error) {
      if (reasonOf(error) !== 'release_changed' || tries === 0) throw error;
      const latest = await meet();
      return latest !== false && store(latest?.draft ?? null, tries - 1);
    }
    source.onSaved(release);
    // Back and reload show the draft, not the shop's product.
    goTo(source.placeOf(release), 'replace');
    return true;
  }

  async function run(then: () => void): Promise<void> {
    if (isWaiting) return;
    setWaiting(true);
    try {
      let isSaved = false;
      if ((await action.run(async () => (isSaved = await save()))) && isSaved) then();
    } finally {
      setWaiting(false);
    }
  }

  return {
    keeper,
    typed,
    uploads,
    /** Faults as found by the last saving; the first of them takes the focus. */
    found: faults,
    faults: openFaults(faults, typed),
    /** Form-level or server error; `''` if none. */
    problem: problem || (action.problem && `Not saved: ${action.problem}`),
    isBusy: isWaiting || action.isBusy,
    isSending,
    isChanged: edits.isChanged,
    state,
    change,
    changeProduct,
    startOver: () => {
      keeper.startOver();
      setFaults(noFaults);
      setProblem('');
    },
    saveDraft: () => run(() => undefined),
    /** Saves the draft unless it is saved, and shows its preview. */
    preview: () => {
      const { release, version } = edits.$typed.get().form;
      if (!edits.isChanged && version > 0) goTo(releasePlace(release));
      else void run(() => goTo(releasePlace(release)));
    },
  };
}
