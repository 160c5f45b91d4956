import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const StoredMail = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Additional headers. */
  headers: z.record(z.string(), z.string()).default({}),
});

/** A received e-mail. */
export type StoredMail = z.infer<typeof StoredMail>;

/** An e-mail as it arrives. */
export type NewMail = Omit<z.input<typeof StoredMail>, 'id' | 'at'>;

/** The first answer to an idempotency key. */
const KnownAnswer = z.object({
  /** SHA-256 of the payload. */
  payload: z.string(),
  answer: z.record(z.string(), z.unknown()),
  /** Milliseconds since 1970. */
  until: z.number(),
});

const Kept = z.object({ mails: z.array(StoredMail), answers: z.record(z.string(), KnownAnswer) });
type Kept = z.infer<typeof Kept>;

/** Maximum number of e-mails kept; the oldest are dropped. */
const maxMails = 500;

/** The received e-mails, newest first. */
export interface MailStore {
  all(): readonly StoredMail[];
  find(id: string): StoredMail | undefined;
  /** Answers by idempotency key. */
  answers(): Kept['answers'];
  add(mail: NewMail): StoredMail;
  /** Writes all changes atomically: an e-mail never exists without its idempotency key. */
  save(): void;
  clear(): void;
}

const empty = (): Kept => ({ mails: [], answers: {} });

function readFile(file: string): Kept {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!missing) console.error(`mailbox: ${file} is damaged; starting empty`, error);
    return empty();
  }
}

/** @param file JSON file that persists them between runs; in memory only when absent */
export function openMailStore(file?: string): MailStore {
  let kept = file === undefined ? empty() : readFile(file);

  function save(): void {
    if (file === undefined) return;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  return {
    all: () => kept.mails,
    find: (id) => kept.mails.find((mail) => mail.id === id),
    answers: () => kept.answers,
    add(mail) {
      const at = new Date().toISOString();
      const stored = { ...mail, headers: mail.headers ?? {}, id: randomUUID(), at };
      kept.mails = [stored, ...kept.mails].slice(0, maxMails);
      return stored;
    },
    save,
    clear() {
      kept = empty();
      save();
    },
  };
}
