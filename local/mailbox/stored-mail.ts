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
  /** Headers of its own. */
  headers: z.record(z.string(), z.string()).default({}),
});

/** A received e-mail. */
export type StoredMail = z.infer<typeof StoredMail>;

/** An e-mail as it arrives. */
export type NewMail = Omit<z.input<typeof StoredMail>, 'id' | 'at'>;

/** Maximum number of e-mails kept; the oldest are dropped. */
const maxMails = 500;

/** The received e-mails, newest first. */
export interface MailStore {
  all(): readonly StoredMail[];
  find(id: string): StoredMail | undefined;
  add(mail: NewMail): StoredMail;
  clear(): void;
}

function readFile(file: string): StoredMail[] {
  try {
    return z.array(StoredMail).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!missing) console.error(`mailbox: ${file} is damaged; starting empty`, error);
    return [];
  }
}

/** @param file JSON file that persists them between runs; in memory only when absent */
export function openMailStore(file?: string): MailStore {
  let mails = file === undefined ? [] : readFile(file);

  function keep(): void {
    if (file === undefined) return;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(mails), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  return {
    all: () => mails,
    find: (id) => mails.find((mail) => mail.id === id),
    add(mail) {
      const at = new Date().toISOString();
      const stored = { ...mail, headers: mail.headers ?? {}, id: randomUUID(), at };
      mails = [stored, ...mails].slice(0, maxMails);
      keep();
      return stored;
    },
    clear() {
      mails = [];
      keep();
    },
  };
}
