import { useState } from 'react';
import { mostTrackingText } from '#domain/contracts/staff-exports.ts';
import { textOfFile } from './tracking-file.ts';

/** A UTF-8 character has up to four bytes. */
const MOST_BYTES = 4 * mostTrackingText;

/** Reads text files, with a message for each. */
export function useTextFile(onText: (text: string) => void) {
  const [news, setNews] = useState('');
  const [problem, setProblem] = useState('');

  async function read(file: File): Promise<void> {
    setNews('');
    setProblem('');
    if (file.size > MOST_BYTES) {
      setProblem(`${file.name} is too large. Split it into smaller files.`);
      return;
    }
    try {
      const text = textOfFile(new Uint8Array(await file.arrayBuffer()));
      if (text === null) {
        setProblem(`${file.name} is not a text file. Save the spreadsheet as CSV and choose that.`);
        return;
      }
      setNews(`${file.name} was read.`);
      onText(text);
    } catch {
      setProblem(`${file.name} could not be read.`);
    }
  }

  return { news, problem, read, clearNews: () => setNews('') };
}
