import { arrayMove } from '@dnd-kit/sortable';
import { atom } from 'nanostores';
import { keepPicture } from '#domain/contracts/catalogue-reading.ts';
import { SLUG } from '#domain/catalogue/catalogue-rules.ts';
import { ApiError } from '#api/http/api-error.ts';
import { asStaff } from '../kit/as-staff.ts';
import type { EditKeeper } from '../releases/edits/edit-keeper.ts';
import { pictureProblem, PictureRefusal, sendable, UNSENT } from '../kit/scale-picture.ts';
import { smallPicture } from './small-picture.ts';
import {
  newPicture,
  type TypedColour,
  type TypedPicture,
  type TypedProduct,
} from './typed-product.ts';

/** Parallel uploads. */
const AT_ONCE = 3;

/** Waits before an upload is tried again by itself, in ms; then it is tried again when the network is back. */
const RETRY_MS = [1000, 4000];

/** Wait between later tries, in ms: some lost networks are not reported as such. */
const RETRY_LATER_MS = 15_000;

/** A chosen picture on its way to the shop's storage. */
export interface Upload {
  file: File;
  state: 'waiting' | 'sending' | 'failed' | 'refused' | 'done';
  /** Uploaded share, 0 to 1. */
  share: number;
  /** Reason for a failure or refusal; `''` if none. */
  problem: string;
  /** A small copy as a data URL, shown until the upload can be; `''` if this browser cannot read the file. */
  look: string;
}

/** A list with the item of this id changed. */
function changedIn<Item extends { id: string }>(
  list: readonly Item[],
  id: string,
  fields: Partial<Item>,
): Item[] {
  return list.map((one) => (one.id === id ? Object.assign(structuredClone(one), fields) : one));
}

/**
 * The colours and pictures of a product's form. Uploads go on while other pages of the studio are shown, because the form's
 * keeper stays in use.
 */
export class ProductKeeper {
  readonly edits: EditKeeper<TypedProduct>;
  readonly $uploads = atom<Readonly<Record<string, Upload>>>({});
  #sending = 0;
  #waiters: (() => void)[] = [];

  /** Ids of uploads whose failure passes, such as a lost network. */
  readonly #passing = new Set<string>();
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(edits: EditKeeper<TypedProduct>) {
    this.edits = edits;
    addEventListener('online', () => this.#retryPassing());
  }

  /** Whether pictures are still being uploaded. */
  get isSending(): boolean {
    return Object.values(this.$uploads.get()).some(({ state }) => isUnderWay(state));
  }

  changeColour(id: string, fields: Partial<TypedColour>): void {
    this.edits.change({ colours: changedIn(this.edits.$typed.get().colours, id, fields) });
  }

  changePicture(id: string, fields: Partial<TypedPicture>): void {
    for (const { id: colour, pictures } of this.edits.$typed.get().colours)
      if (pictures.some((one) => one.id === id))
        this.changeColour(colour, { pictures: changedIn(pictures, id, fields) });
  }

  /** Marks a picture as the one worn of its colour, in the second place, where shoppers see it; or unmarks it. */
  wearPicture(id: string, worn: boolean): void {
    for (const { id: colour, pictures } of this.edits.$typed.get().colours) {
      const from = pictures.findIndex((one) => one.id === id);
      if (from === -1) continue;
      const marked = pictures.map((one) =>
        Object.assign(structuredClone(one), { worn: worn && one.id === id }),
      );
      this.changeColour(colour, {
        pictures: worn && from > 1 ? arrayMove(marked, from, 1) : marked,
      });
    }
  }

  /** Drops all changes since the draft was saved. */
  startOver(): void {
    this.$uploads.set({});
    this.edits.startOver();
  }

  addPictures(colour: string, files: readonly File[]): void {
    const added = files.map((file) => ({ file, picture: newPicture({ file: file.name }) }));
    const { pictures = [] } = this.edits.$typed.get().colours.find(({ id }) => id === colour) ?? {};
    this.changeColour(colour, { pictures: [...pictures, ...added.map(({ picture }) => picture)] });
    for (const { file, picture } of added) this.#take(picture.id, file);
  }

  /** Uploads another file in place of a picture, which keeps its place and alt text. */
  replacePicture(id: string, file: File): void {
    this.#take(id, file);
  }

  /** Takes a picture's crop in its place. */
  cropPicture(id: string, address: string): void {
    this.changePicture(id, { address });
    this.#note(id, { look: '' });
  }

  retry(id: string): void {
    const upload = this.$uploads.get()[id];
    if (upload) this.#take(id, upload.file);
  }

  retryFailed(): void {
    for (const [id, { state }] of Object.entries(this.$uploads.get()))
      if (state === 'failed') this.retry(id);
  }

  #retryPassing(): void {
    clearTimeout(this.#later);
    for (const id of this.#passing) if (this.$uploads.get()[id]?.state === 'failed') this.retry(id);
    this.#passing.clear();
  }

  /** Resolves once no upload is under way. */
  settled(): Promise<void> {
    if (!this.isSending) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push(resolve);
    });
  }

  #note(id: string, fields: Partial<Upload>): void {
    const uploads = this.$uploads.get();
    const upload = uploads[id];
    if (upload) this.$uploads.set({ ...uploads, [id]: { ...upload, ...fields } });
  }

  #take(id: string, file: File): void {
    const before = this.$uploads.get()[id];
    const known = before?.file === file ? before.look : '';
    const upload: Upload = { file, state: 'waiting', share: 0, problem: '', look: known };
    this.$uploads.set({ ...this.$uploads.get(), [id]: upload });
    void this.#show(id, file, known).then(() => this.#work());
  }

  /** Shows a picture before it is sent: scaling it for that would take the processor. */
  async #show(id: string, file: File, known: string): Promise<void> {
    const look = known || (await smallPicture(file));
    if (this.$uploads.get()[id]?.file === file) this.#note(id, { look });
  }

  /** Uploads waiting pictures, a few at a time. */
  async #work(): Promise<void> {
    if (this.#sending >= AT_ONCE) return;
    const next = Object.entries(this.$uploads.get()).find(([, { state }]) => state === 'waiting');
    if (next) {
      this.#sending += 1;
      this.edits.holders += 1;
      await this.#send(...next).finally(() => {
        this.#sending -= 1;
        this.edits.holders -= 1;
      });
      await this.#work();
    } else if (!this.isSending) {
      for (const resolve of this.#waiters.splice(0)) resolve();
    }
  }

  async #send(id: string, { file }: Upload): Promise<void> {
    // A second choice of file for the same picture replaces the first one's upload.
    const isCurrent = () => this.$uploads.get()[id]?.file === file;
    this.#note(id, { state: 'sending' });
    try {
      const { slug } = this.edits.$typed.get().now;
      const asked = { slug: SLUG.test(slug) ? slug : 'new', name: file.name.slice(-300) };
      const body = await sendable(file);
      const onProgress = (share: number) => isCurrent() && this.#note(id, { share });
      const { address } = await patiently(() =>
        asStaff(keepPicture, asked, { file: body, onProgress }),
      );
      if (!isCurrent()) return;
      this.changePicture(id, { address, file: file.name });
      this.#note(id, { state: 'done', share: 1 });
    } catch (error) {
      if (!isCurrent()) return;
      const isRefused =
        error instanceof PictureRefusal || (error instanceof ApiError && error.status === 400);
      const isOffline = error instanceof ApiError && error.status === 0;
      const problem = isOffline ? UNSENT : pictureProblem(error);
      this.#note(id, { state: isRefused ? 'refused' : 'failed', problem });
      if (!(error instanceof ApiError) || !error.isPassing) return;
      this.#passing.add(id);
      clearTimeout(this.#later);
      this.#later = setTimeout(() => this.#retryPassing(), RETRY_LATER_MS);
    }
  }
}

/** Makes a call again after a failure that passes, such as a lost network. */
async function patiently<Answer>(call: () => Promise<Answer>, waits = RETRY_MS): Promise<Answer> {
  const [wait, ...others] = waits;
  try {
    return await call();
  } catch (error) {
    if (wait === undefined || !(error instanceof ApiError) || !error.isPassing) throw error;
    if (!navigator.onLine) throw error;
    await new Promise((resolve) => {
      setTimeout(resolve, wait);
    });
    return patiently(call, others);
  }
}

function isUnderWay(state: Upload['state']): boolean {
  return state === 'waiting' || state === 'sending';
}

const keepers = new WeakMap<EditKeeper<TypedProduct>, ProductKeeper>();

/** The colours and pictures of a form: the same while its keeper is in use, so that uploads go on. */
export function productKeeper(edits: EditKeeper<TypedProduct>): ProductKeeper {
  const keeper = keepers.get(edits) ?? new ProductKeeper(edits);
  keepers.set(edits, keeper);
  return keeper;
}
