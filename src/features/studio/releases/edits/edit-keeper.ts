/**
 * Keeps a form's input while it is typed: in this browser at once, on the server after a debounce. Input that did not reach
 * the server is restored from this browser; input from another device from the server. On conflict nothing is dropped: fields
 * that only one side changed are merged, and the person chooses among the others.
 */
import { atom } from 'nanostores';
import { isRecord } from '#domain/basics/record.ts';
import { ApiError } from '#api/http/api-error.ts';
import type { Edits } from '#domain/contracts/staff-edits.ts';
import { problemText } from '../../kit/problem-text.ts';
import type { FormKind, TypedForm } from './form-kind.ts';
import { keepEdit, keptEdit } from './kept-edits.ts';
import type { Theirs } from './theirs.ts';
import { type Clash, sameFields, settled, threeWay } from './three-way.ts';

type Mine = NonNullable<Edits['mine']>;
type Input = Mine['input'];

/** The place on the server that input is saved in: a person's unsaved edits, or a row that several people share. */
interface SaveTarget<Typed extends TypedForm> {
  /** Whether several people share the row, so that it is not saved during a conflict. */
  isShared: boolean;
  /** @returns `saved` if the input is no longer unsaved: its row, with the new version. */
  save: (asked: {
    form: string;
    subjects: string[];
    title: string;
    input: Input | null;
    typed: Typed;
    writer: string;
    version: number;
  }) => Promise<{ version: number; changed_at: string; saved?: Typed['form'] }>;
  /** Merges the server's version after a refusal. @throws the refusal, if it had another reason. */
  recover: (refusal: unknown, keeper: EditKeeper<Typed>) => Promise<void>;
}

/** The other side of a conflict. */
interface Conflict<Typed> extends Theirs<Typed> {
  clashes: readonly Clash[];
  merged: ReadonlyMap<string, unknown>;
  /** Set if the other side is this person's own unsaved input, from another tab or device. */
  version: number | null;
}

export interface EditState<Typed> {
  saving: 'saved' | 'unsaved' | 'saving' | 'offline' | 'failed';
  /** Time of the last save, ISO 8601; `''` before the first. */
  savedAt: string;
  /** Error of the last save; `''` if none. */
  problem: string;
  /** Whether this browser's storage is full or blocked. */
  isUnkept: boolean;
  /** Whether input of an earlier visit was restored. */
  isRestored: boolean;
  /** Whether the shared row has been removed: it is made again only on request. */
  isGone: boolean;
  conflict: Conflict<Typed> | null;
}

/** Debounce while typing, and delay after a failure, in ms. */
const PAUSE_MS = 1000;
const RETRY_MS = 5000;

/** Unanswered saves of a shared row that are remembered. */
const MOST_TRIED = 5;

export class EditKeeper<Typed extends TypedForm> {
  readonly kind: FormKind<Typed>;
  readonly $typed;
  readonly $state = atom<EditState<Typed>>({
    saving: 'saved',
    savedAt: '',
    problem: '',
    isUnkept: false,
    isRestored: false,
    isGone: false,
    conflict: null,
  });
  /** Tasks under way for this form, such as uploads: it is kept although another page is shown. */
  holders = 0;
  readonly #who: string;
  readonly #target: SaveTarget<Typed>;
  readonly #writer = crypto.randomUUID();
  #form: string;
  /** The draft, or the shop's values, that editing began with. */
  #base: Typed;
  #version = 0;
  /** Input on the server as JSON; `''` if none. */
  #sent = '';
  /** Input sent without an answer: any of it may have arrived. */
  #tried: readonly Typed[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;

  constructor(
    kind: FormKind<Typed>,
    {
      form,
      who,
      saved,
      mine,
    }: { form: string; who: string; saved: Theirs<Typed>; mine: Mine | null },
    target: SaveTarget<Typed>,
  ) {
    this.kind = kind;
    this.#form = form;
    this.#who = who;
    this.#target = target;
    this.#base = saved.typed;
    this.$typed = atom(saved.typed);
    this.#restore(saved, mine);
  }

  get isChanged(): boolean {
    return !sameFields(this.kind.fields(this.$typed.get()), this.kind.fields(this.#base));
  }

  /** The form's URL. */
  get address(): string {
    return this.#form;
  }

  /** The saved draft, or the shop's values, with which the input is compared. */
  get base(): Typed {
    return this.#base;
  }

  #set(changes: Partial<EditState<Typed>>): void {
    this.$state.set({ ...this.$state.get(), ...changes });
  }

  #read(input: unknown): { base: Typed; typed: Typed; tried: Typed[] } | null {
    const read = isRecord(input) ? input : {};
    const [base, typed] = [read['base'], read['typed']].map((one) =>
      this.kind.schema.safeParse(one),
    );
    const tried = (Array.isArray(read['tried']) ? read['tried'] : []).flatMap(
      (one) => this.kind.schema.safeParse(one).data ?? [],
    );
    return base?.success && typed?.success ? { base: base.data, typed: typed.data, tried } : null;
  }

  #restore(saved: Theirs<Typed>, mine: Mine | null): void {
    const kept = keptEdit(this.#form, this.#who);
    const [here, there] = [this.#read(kept?.input), this.#read(mine?.input)];
    const found = here ?? there;
    this.#version = mine?.version ?? 0;
    if (mine) this.#sent = JSON.stringify(mine.input);
    if (!found) return;
    this.#base = found.base;
    this.#tried = found.tried;
    this.$typed.set(found.typed);
    this.#set({ isRestored: true, savedAt: mine?.changed_at ?? '' });
    // Otherwise this browser's copy is the newer one: its last save may have arrived, without an answer.
    if (
      here &&
      there &&
      kept &&
      mine &&
      kept.version !== mine.version &&
      kept.writer !== mine.writer
    )
      this.#mergeMine(there.typed, mine);
    if (found.base.form.version > 0 && saved.typed.form.version === 0 && !mine) this.lose();
    else if (!this.$state.get().conflict) this.meet(saved);
    if (!this.isChanged) this.#set({ isRestored: false });
    this.#later(PAUSE_MS);
  }

  /** Merges this person's own input of another tab or device; null if the server has none. */
  meetMine(mine: Mine | null): void {
    const there = this.#read(mine?.input);
    if (mine && there) this.#mergeMine(there.typed, mine);
    else this.#version = mine?.version ?? 0;
  }

  #mergeMine(theirs: Typed, { version, changed_at: at }: Mine): void {
    const { fields, withFields } = this.kind;
    const mine = this.$typed.get();
    const { merged, clashes } = threeWay(fields(this.#base), fields(mine), fields(theirs));
    if (clashes.length > 0)
      this.#set({ conflict: { typed: theirs, by: 'You', at, clashes, merged, version } });
    else {
      this.#version = version;
      this.$typed.set(withFields(mine, merged, mine));
    }
  }

  /**
   * Merges a draft that somebody has saved since, or the shop's present values.
   * @returns whether that is done; otherwise the person must choose first (`settle`).
   */
  meet(saved: Theirs<Typed>): boolean {
    if (this.$state.get().conflict) return false;
    const { fields } = this.kind;
    const [mine, theirs] = [this.$typed.get(), saved.typed];
    // An earlier save arrived although its answer was lost.
    const isTried = this.#tried.some((one) => sameFields(fields(one), fields(theirs)));
    const base = isTried ? theirs : this.#base;
    const { merged, clashes } = threeWay(fields(base), fields(mine), fields(theirs));
    if (clashes.length > 0) {
      this.#set({ conflict: { ...saved, clashes, merged, version: null } });
      return false;
    }
    this.#rebase(theirs, merged);
    return true;
  }

  #rebase(theirs: Typed, fields: ReadonlyMap<string, unknown>): void {
    const mine = this.$typed.get();
    // A form of the shop's values keeps its id, or a repeated save would make a second draft.
    const form = theirs.form.version > 0 ? theirs.form : mine.form;
    this.#base = { ...theirs, form };
    this.#tried = [];
    this.$typed.set({ ...this.kind.withFields(theirs, fields, mine), form });
  }

  /** Notes that the shared row has been removed. */
  lose(): void {
    this.#set({ isGone: true });
  }

  /** Makes a removed row again. */
  revive(): void {
    const form = { ...this.#base.form, version: 0 };
    this.#base = { ...this.#base, form };
    this.$typed.set({ ...this.$typed.get(), form });
    this.#set({ isGone: false });
    this.#later(0);
  }

  /** Drops the input and stops saving: its row is removed. */
  async forget(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
    clearTimeout(this.#timer);
    this.$typed.set(this.#base);
    this.#keep();
    this.#set({ saving: 'saved', isGone: false, conflict: null });
  }

  /** Resolves a conflict. @param theirs fields that get the other side's value. */
  settle(theirs: ReadonlySet<string>): void {
    const { conflict } = this.$state.get();
    if (!conflict) return;
    const fields = settled(conflict.merged, conflict.clashes, theirs);
    const mine = this.$typed.get();
    if (conflict.version === null) this.#rebase(conflict.typed, fields);
    else {
      this.#version = conflict.version;
      this.$typed.set(this.kind.withFields(mine, fields, mine));
    }
    this.#set({ conflict: null });
    this.#later(0);
  }

  /** Takes newer saved values, unless there is unsaved input. */
  follow({ typed }: Theirs<Typed>): void {
    const { version } = this.#base.form;
    const isNewer = typed.form.version > version || typed.form.version + version === 0;
    if (!isNewer || this.isChanged || this.$state.get().conflict) return;
    const { fields } = this.kind;
    if (!sameFields(fields(this.#base), fields(typed))) this.#rebase(typed, fields(typed));
  }

  /** Takes new input. */
  replace(typed: Typed): void {
    this.$typed.set(typed);
    this.#later(PAUSE_MS);
  }

  change(fields: Partial<Typed>): void {
    this.replace({ ...this.$typed.get(), ...fields });
  }

  #input(): Input | null {
    // The values that JSON has no notation for are left out, as on the wire.
    const tried = this.#tried.length > 0 ? this.#tried.slice(-MOST_TRIED) : undefined;
    return this.isChanged
      ? JSON.parse(JSON.stringify({ base: this.#base, typed: this.$typed.get(), tried }))
      : null;
  }

  #keep(): void {
    const input = this.#input();
    const isSent = (input === null ? '' : JSON.stringify(input)) === this.#sent;
    const isKept = keepEdit(
      this.#form,
      input === null || isSent
        ? null
        : { who: this.#who, version: this.#version, writer: this.#writer, input },
    );
    this.#set({ isUnkept: !isKept });
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#keep();
    this.#set({ saving: 'unsaved' });
    this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  /** Saves unsaved input at once; never throws. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running ??= this.#save().finally(() => (this.#running = null));
    return this.#running;
  }

  async #save(): Promise<void> {
    for (;;) {
      const { conflict, isGone } = this.$state.get();
      if (isGone || conflict?.version || (conflict && this.#target.isShared)) return;
      const input = this.#input();
      const sent = input === null ? '' : JSON.stringify(input);
      if (sent === this.#sent) break;
      this.#set({ saving: 'saving', problem: '' });
      try {
        // Save one after the other: each save needs the version that the last one returned.
        await this.#send(input, sent);
      } catch (error) {
        if (!(await this.#recovered(error))) return;
      }
    }
    this.#set({ saving: 'saved' });
  }

  async #send(input: Input | null, sent: string): Promise<void> {
    const typed = this.$typed.get();
    if (this.#target.isShared) {
      this.#tried = [...this.#tried, typed];
      this.#keep();
    }
    const { version, changed_at, saved } = await this.#target.save({
      form: this.#form,
      subjects: this.kind.subjects(this.#base),
      title: this.kind.title(typed).slice(0, 200),
      input,
      typed,
      writer: this.#writer,
      version: this.#version,
    });
    this.#version = version;
    this.#sent = saved ? '' : sent;
    if (saved) {
      this.#base = { ...typed, form: saved };
      this.#tried = [];
      this.$typed.set({ ...this.$typed.get(), form: saved });
    }
    this.#set({
      savedAt: input === null ? '' : changed_at,
      isRestored: !saved && this.$state.get().isRestored,
    });
    this.#keep();
  }

  /** @returns whether saving may go on. */
  async #recovered(error: unknown): Promise<boolean> {
    try {
      await this.#target.recover(error, this);
      const { conflict, isGone } = this.$state.get();
      return !conflict && !isGone;
    } catch (failure) {
      const isPassing = failure instanceof ApiError && failure.isPassing;
      const isOffline = failure instanceof ApiError && failure.status === 0;
      if (isPassing) this.#later(RETRY_MS);
      this.#set({ saving: isOffline ? 'offline' : 'failed', problem: problemText(failure) });
      return false;
    }
  }

  /** Notes that the draft now has what was typed, and that its form has this address. */
  saved(typed: Typed, form: string): void {
    keepEdit(this.#form, null);
    const isUnchanged = sameFields(this.kind.fields(typed), this.kind.fields(this.$typed.get()));
    this.#form = form;
    this.#base = typed;
    this.#version = 0;
    this.#sent = '';
    this.$typed.set(isUnchanged ? typed : { ...this.$typed.get(), form: typed.form });
    this.#set({ isRestored: false, savedAt: '' });
    this.#later(PAUSE_MS);
  }

  /** Drops all changes since the draft was saved. */
  startOver(): void {
    this.$typed.set(this.#base);
    this.#set({ isRestored: false, conflict: null });
    this.#later(0);
  }
}
