import { useStore } from '@nanostores/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asStaff } from '../as-staff.ts';
import { serverNow } from '#browser/server-clock.ts';
import { LONGEST, SLUG } from '#domain/catalogue-rules.ts';
import { slugOf } from '#domain/cells/slug-of.ts';
import { saveRelease } from '#domain/wire/staff-releases.ts';
import type { Faults } from '../form/Field.tsx';
import { goTo } from '../use-place.ts';
import { useLeaveQuestion } from '../use-leave-question.ts';
import { productsQuery } from './catalogue-queries.ts';
import { noOptions } from './new-release.ts';
import { changesOfProduct } from './product-edit.ts';
import { productFaults, productOf } from './product-faults.ts';
import { keeperOf } from './product-keeper.ts';
import { draftPlace, releasePlace } from './release-place.ts';
import type { ProductFields, TypedProduct } from './typed-product.ts';
import { useReleaseAction } from './use-release-action.ts';

const noFaults: Faults = new Map();

/** Endings tried for a slug made of a name that other products have. */
const endings = ['', '-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9'];

function slugFrom(name: string, ending = ''): string {
  return (
    slugOf(name)
      .slice(0, LONGEST.slug - ending.length)
      .replace(/-$/, '') + ending
  );
}

/** Faults found on saving, without those that have been corrected since. */
function openFaults(found: Faults, typed: TypedProduct): Faults {
  if (found.size === 0) return found;
  const now = productFaults(typed, serverNow());
  return new Map([...found].filter(([field]) => now.has(field) || !isOfField(field)));
}

/** Whether a fault is found by looking at the form alone. */
function isOfField(field: string): boolean {
  return field !== 'slug' && field !== 'uploads';
}

function faultsText(faults: Faults): string {
  const fields = faults.size - Number(faults.has('uploads'));
  const marked =
    fields === 1 ? 'Correct the marked field.' : `Correct the ${fields} marked fields.`;
  return [fields > 0 && marked, faults.get('uploads')].filter(Boolean).join(' ');
}

/**
 * A product's form: input kept while typing, saved as a draft release.
 * @param saved the product as in the shop or in its saved draft.
 * @param kept input of this browser that no draft has yet.
 * @param onSaved called with the draft's release before the address becomes the draft's.
 */
export function useProductForm(
  saved: TypedProduct,
  kept: TypedProduct | null,
  onSaved: (release: string) => void,
) {
  const client = useQueryClient();
  const [keeper] = useState(() => keeperOf(saved, kept));
  const [isRestored, setRestored] = useState(kept !== null);
  const typed = useStore(keeper.$typed);
  const uploads = useStore(keeper.$uploads);
  const isUnkept = useStore(keeper.$isUnkept);
  const [faults, setFaults] = useState(noFaults);
  const [problem, setProblem] = useState('');
  const [isWaiting, setWaiting] = useState(false);
  const action = useReleaseAction();
  const { isSending, isChanged } = keeper;
  // Files on their way are lost with the tab, and so is input that this browser cannot keep.
  useLeaveQuestion(isSending || isUnkept);

  function change(fields: Partial<TypedProduct>): void {
    keeper.change(fields);
    setProblem('');
  }

  function changeProduct(fields: Partial<ProductFields>): void {
    const { now, hasOwnSlug } = keeper.$typed.get();
    const follows = !hasOwnSlug && fields.name !== undefined && { slug: slugFrom(fields.name) };
    change({ now: { ...now, ...fields, ...follows } });
  }

  /** Gives a new product a free slug. @returns the fault of a typed one that is taken. */
  async function freeSlug({ was, now, hasOwnSlug }: TypedProduct): Promise<string | null> {
    if (now.slug === was?.slug) return null;
    const tried = hasOwnSlug ? [now.slug] : endings.map((ending) => slugFrom(now.name, ending));
    const { products } = await client.fetchQuery({ ...productsQuery(tried), staleTime: 0 });
    const taken = new Set(products.map(({ slug }) => slug));
    const slug = tried.find((other) => SLUG.test(other) && !taken.has(other));
    if (slug === undefined) return 'Another product, perhaps an archived one, has this slug.';
    changeProduct({ slug });
    return null;
  }

  function faultsNow(): Faults {
    const found = new Map(productFaults(keeper.$typed.get(), serverNow()));
    const { colours } = keeper.$typed.get();
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
      const taken = await freeSlug(keeper.$typed.get());
      if (taken !== null) found.set('slug', taken);
    }
    setFaults(found);
    if (found.size > 0) {
      setProblem(faultsText(found));
      return false;
    }
    const { was, form } = keeper.$typed.get();
    const product = productOf(keeper.$typed.get());
    const changes = changesOfProduct(was, product, form.stock);
    if (!changes) {
      setProblem('Nothing has changed.');
      return false;
    }
    const { release, version } = form;
    const title = form.title || product.name;
    let next = version;
    const done = await action.run(async () => {
      const draft = { release, title, source: 'Studio', options: noOptions, version };
      const answer = await asStaff(saveRelease, { changes, ...draft });
      next = answer.version;
    });
    if (!done) return false;
    keeper.saved({ ...form, version: next, title });
    setRestored(false);
    onSaved(release);
    // Back and reload show the draft, not the shop's product.
    goTo(draftPlace(release), 'replace');
    return true;
  }

  async function run(then: () => void): Promise<void> {
    if (isWaiting) return;
    setWaiting(true);
    try {
      if (await save()) then();
    } catch {
      setProblem('Not saved: the shop did not answer. Your input is kept; try again.');
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
    problem: problem || action.problem,
    isBusy: isWaiting || action.isBusy,
    isRestored,
    isUnkept,
    isChanged,
    change,
    changeProduct,
    startOver: () => {
      keeper.startOver();
      setRestored(false);
      setFaults(noFaults);
      setProblem('');
    },
    saveDraft: () => run(() => undefined),
    /** Saves the draft unless it is saved, and shows its preview. */
    preview: () => {
      const { release, version } = keeper.$typed.get().form;
      if (!keeper.isChanged && version > 0) goTo(releasePlace(release));
      else void run(() => goTo(releasePlace(release)));
    },
  };
}
