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
});

/** An e-mail that arrived. */
export type StoredMail = z.infer<typeof StoredMail>;

/** E-mails that are kept; older ones go. */
const mostKept = 500;

/** The e-mails that arrived, newest first. */
export interface MailStore {
  all(): readonly StoredMail[];
  find(id: string): StoredMail | undefined;
  add(mail: Omit<StoredMail, 'id' | 'at'>): StoredMail;
  clear(): void;
}

function readFile(file: string): StoredMail[] {
  try {
    return z.array(StoredMail).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!missing) console.error(`mailbox: ${file} is damaged and starts empty`, error);
    return [];
  }
}

/** @param file JSON file that keeps them between runs; in memory only when absent */
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
      const stored = { ...mail, id: randomUUID(), at: new Date().toISOString() };
      mails = [stored, ...mails].slice(0, mostKept);
      keep();
      return stored;
    },
    clear() {
      mails = [];
      keep();
    },
  };
}
