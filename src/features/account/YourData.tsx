import { useRef, useState } from 'react';
import { fetchOwnData } from '#api/account.ts';
import { messageOf } from '#api/http/api-error.ts';
import { saveFile } from '#browser/files/save-file.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { withSession } from '#ui/islands/with-session.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { CloseAccountDialog } from './CloseAccountDialog.tsx';
import { dataFile } from '#brand/data-file.ts';

/** A shopper's data rights: download a copy, close the account. */
export function YourData() {
  const { busy, start, end } = useBusy();
  const [problem, setProblem] = useState('');
  const hydrated = useHydrated();
  const dialog = useRef<HTMLDialogElement>(null);

  async function download(): Promise<void> {
    if (!start()) return;
    setProblem('');
    try {
      const text = await withSession(fetchOwnData);
      if (text !== null) saveFile(dataFile, 'application/json', text);
    } catch (error) {
      setProblem(messageOf(error));
    }
    end();
  }

  return (
    <section aria-labelledby="your-data" className="border-t border-bone-deep pt-8">
      <h2 id="your-data" className="eyebrow pb-4">
        Your Data
      </h2>
      <p className="max-w-prose text-ink-soft">
        What we keep about you, and for how long, is in our{' '}
        <a className="link" href="/privacypolicy">
          privacy policy
        </a>
        .
      </p>
      <div className="flex flex-wrap gap-4 pt-6">
        <button
          type="button"
          className="button-quiet"
          disabled={!hydrated}
          aria-busy={busy}
          onClick={() => void download()}
        >
          Download My Data
        </button>
        <button
          type="button"
          className="button-quiet"
          disabled={!hydrated}
          aria-haspopup="dialog"
          onClick={() => dialog.current?.showModal()}
        >
          Close My Account
        </button>
      </div>
      <output className="block min-h-8 pt-2">
        {problem !== '' && <span className="message-error">{problem}</span>}
      </output>
      <CloseAccountDialog ref={dialog} />
    </section>
  );
}
