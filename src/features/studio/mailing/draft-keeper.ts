/**
 * Saves a mailing while it is typed: in this browser at once, on the server after a debounce. Input that did not reach the
 * server, because the network, the login or the tab was gone, is restored when the mailing is next opened.
 */
import { atom } from 'nanostores';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import type { MailingDraft } from '#domain/contracts/mailing-draft.ts';
import { keptCopy, keepCopy, sameDraft } from './kept-copy.ts';

/** A mailing on the server. */
export interface SavedDraft {
  version: number;
  content: MailingDraft;
  /** URL of its preview. */
  preview: string;
}

/** Calls to the server. */
export interface DraftCalls {
  /** @throws ApiError 409 if the server has another version, 404 if the mailing was discarded. */
  save: (version: number, content: MailingDraft) => Promise<{ version: number; preview: string }>;
  /** The mailing on the server; null if it was discarded. */
  load: () => Promise<SavedDraft | null>;
}

interface DraftState {
  content: MailingDraft;
  /** `unsaved`: not sent yet. `failed`: will be retried if that may help. `conflict`: the server has another version. */
  saving: 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';
  /** Error of the last save. */
  problem: string;
  /** Last known version on the server; 0 if none. */
  version: number;
  /** URL of that version's preview; `''` if none. */
  preview: string;
  /** Whether unsaved input of an earlier visit was restored. */
  isRestored: boolean;
  /** On conflict, the server's version; null if the mailing was discarded. */
  theirs: SavedDraft | null;
}

/** Debounce while typing, and delay after a failure, in ms. */
const PAUSE_MS = 1000;
const RETRY_MS = 5000;

/** Unanswered drafts remembered beyond this tab. */
const MOST_SENT = 5;

export class DraftKeeper {
  readonly $state;
  readonly #id: string;
  readonly #calls: DraftCalls;
  /** Content on the server. */
  #saved: MailingDraft | null;
  /** Drafts sent without a response: any of them may have arrived. */
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
    else this.#set({ saving: 'conflict', theirs: saved });
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

  /** Takes new input. */
  change(content: MailingDraft): void {
    this.#set({ content });
    this.#keep();
    if (this.$state.get().saving !== 'conflict') this.#later(PAUSE_MS);
  }

  /** Takes a newer version from the server, unless there is unsaved input. */
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
   * Saves at once.
   * @returns the saved version.
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

  /** The server's version; null if discarded, undefined if unknown. */
  async #theirs(): Promise<SavedDraft | null | undefined> {
    try {
      return await this.#calls.load();
    } catch {
      return undefined;
    }
  }

  /** Returns if saving may continue; otherwise throws the error. */
  async #fail(error: unknown): Promise<void> {
    const isOther = error instanceof ApiError && [404, 409].includes(error.status);
    const theirs = isOther ? await this.#theirs() : undefined;
    // An earlier request arrived although its response was lost: no conflict.
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
      this.#set({ saving: 'conflict', problem, theirs });
    }
    throw error;
  }

  /** Resolves a conflict with the server's version or with the input. */
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

  /** Stops saving: the mailing is discarded. */
  async forget(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running?.catch(() => null);
    clearTimeout(this.#timer);
    this.#set({ saving: 'saved' });
    keepCopy(this.#id, null);
  }
}
