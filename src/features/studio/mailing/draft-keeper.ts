/**
 * Keeps what is typed of a mailing: in this browser at once, in the shop a moment after the last letter. What has not
 * reached the shop, because the network, the login or the tab was gone, is there again when the mailing is next opened.
 */
import { atom } from 'nanostores';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import type { MailingDraft } from '#domain/wire/mailing-draft.ts';
import { keptCopy, keepCopy, sameDraft } from './kept-copy.ts';

/** A mailing as the shop has it. */
export interface SavedDraft {
  version: number;
  content: MailingDraft;
  /** The address of its preview. */
  preview: string;
}

/** The calls, apart from what becomes of them. */
export interface DraftCalls {
  /** @throws ApiError 409 when the shop has another version, 404 when the mailing was discarded. */
  save: (version: number, content: MailingDraft) => Promise<{ version: number; preview: string }>;
  /** The mailing as the shop has it now; null when it was discarded. */
  load: () => Promise<SavedDraft | null>;
}

interface DraftState {
  content: MailingDraft;
  /** `unsaved`: typed, not sent yet. `failed`: tried, and tried again. `clash`: the shop has another version. */
  saving: 'saved' | 'unsaved' | 'saving' | 'failed' | 'clash';
  /** Why it could not be saved, in words. */
  problem: string;
  /** The version that the shop has, as far as is known; 0 for none. */
  version: number;
  /** The address of that version's preview; '' while there is none. */
  preview: string;
  /** Whether what was typed earlier and never reached the shop has come back. */
  isRestored: boolean;
  /** In a clash what the shop has; null when the mailing was discarded. */
  theirs: SavedDraft | null;
}

/** Milliseconds after the last letter, and after a failure. */
const PAUSE_MS = 1000;
const RETRY_MS = 5000;

/** How many unanswered ones are remembered beyond this tab. */
const MOST_SENT = 5;

export class DraftKeeper {
  readonly $state;
  readonly #id: string;
  readonly #calls: DraftCalls;
  /** What the shop has. */
  #saved: MailingDraft | null;
  /** What was sent without an answer: any of it may have arrived. */
  #sent: readonly MailingDraft[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<number> | null = null;

  constructor(id: string, saved: SavedDraft | null, empty: MailingDraft, calls: DraftCalls) {
    this.#id = id;
    this.#calls = calls;
    this.#saved = saved?.content ?? null;
    this.$state = atom<DraftState>({
      content: saved?.content ?? empty,
      saving: 'saved',
      problem: '',
      version: saved?.version ?? 0,
      preview: saved?.preview ?? '',
      isRestored: false,
      theirs: null,
    });
    this.#restore(saved);
  }

  #isSaved(content: MailingDraft): boolean {
    return this.#saved !== null && sameDraft(this.#saved, content);
  }

  #set(changes: Partial<DraftState>): void {
    this.$state.set({ ...this.$state.get(), ...changes });
  }

  #restore(saved: SavedDraft | null): void {
    const copy = keptCopy(this.#id);
    if (!copy || (saved && sameDraft(copy.content, saved.content))) {
      keepCopy(this.#id, null);
      return;
    }
    const arrived = saved && copy.sent.some((sent) => sameDraft(sent, saved.content));
    const isSame = copy.version === (saved?.version ?? 0);
    this.#set({ content: copy.content, isRestored: true });
    if (isSame || arrived) this.#later(PAUSE_MS);
    else this.#set({ saving: 'clash', theirs: saved });
  }

  #keep(): void {
    const { content, version } = this.$state.get();
    keepCopy(
      this.#id,
      this.#isSaved(content) ? null : { version, content, sent: this.#sent.slice(-MOST_SENT) },
    );
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#set({ saving: 'unsaved' });
    this.#timer = setTimeout(() => void this.flush().catch(() => null), milliseconds);
  }

  /** Takes what has been typed. */
  change(content: MailingDraft): void {
    this.#set({ content });
    this.#keep();
    if (this.$state.get().saving !== 'clash') this.#later(PAUSE_MS);
  }

  /** Takes what the shop has, unless something else is being typed here. */
  follow(saved: SavedDraft): void {
    if (saved.version <= this.$state.get().version || this.$state.get().saving !== 'saved') return;
    this.#take(saved);
  }

  #take({ version, content, preview }: SavedDraft): void {
    this.#saved = content;
    this.#sent = [];
    this.#set({ version, content, preview, saving: 'saved', problem: '', theirs: null });
    this.#keep();
  }

  /**
   * Saves at once what is typed.
   * @returns the version that the shop then has.
   * @throws ApiError
   */
  flush(): Promise<number> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running ??= this.#save().finally(() => (this.#running = null));
    return this.#running;
  }

  async #save(): Promise<number> {
    while (this.#saved === null || !this.#isSaved(this.$state.get().content)) {
      const { content, version } = this.$state.get();
      this.#sent = [...this.#sent, content];
      this.#set({ saving: 'saving', problem: '' });
      this.#keep();
      try {
        const { version: now, preview } = await this.#calls.save(version, content);
        this.#saved = content;
        this.#sent = [];
        this.#set({ version: now, preview });
      } catch (error) {
        await this.#fail(error);
      }
      this.#keep();
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#set({ saving: 'saved', isRestored: false });
    return this.$state.get().version;
  }

  /** What the shop has; null when it was discarded, undefined when nobody can say. */
  async #theirs(): Promise<SavedDraft | null | undefined> {
    try {
      return await this.#calls.load();
    } catch {
      return undefined;
    }
  }

  /** After which it may be tried again, or throws. */
  async #fail(error: unknown): Promise<void> {
    const isOther = error instanceof ApiError && [404, 409].includes(error.status);
    const theirs = isOther ? await this.#theirs() : undefined;
    // What was sent and never answered has arrived: that is no other's change.
    if (theirs && this.#sent.slice(0, -1).some((sent) => sameDraft(sent, theirs.content))) {
      this.#saved = theirs.content;
      this.#sent = [];
      this.#set({ version: theirs.version, preview: theirs.preview });
      return;
    }
    const problem = messageOf(error);
    if (theirs === undefined) {
      const mayPass = isOther || (error instanceof ApiError && error.isPassing);
      if (mayPass) this.#later(RETRY_MS);
      this.#set({ saving: 'failed', problem });
    } else {
      this.#set({ saving: 'clash', problem, theirs });
    }
    throw error;
  }

  /** In a clash: what the shop has counts, or what is typed here. */
  async settle(whose: 'mine' | 'theirs'): Promise<void> {
    const { theirs } = this.$state.get();
    if (whose === 'theirs') {
      if (theirs) this.#take(theirs);
      else keepCopy(this.#id, null);
      return;
    }
    this.#saved = theirs?.content ?? null;
    this.#sent = [];
    this.#set({ version: theirs?.version ?? 0, theirs: null, saving: 'unsaved' });
    await this.flush();
  }

  /** Nothing more is saved: the mailing is discarded. */
  async forget(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running?.catch(() => null);
    clearTimeout(this.#timer);
    this.#set({ saving: 'saved' });
    keepCopy(this.#id, null);
  }
}
