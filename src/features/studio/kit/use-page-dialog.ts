import { type ReactNode, useState } from 'react';
import type { DialogFrame } from './form/ContractDialog.tsx';

/** Opens a dialog of the page. */
export type OpenDialog = (dialog: (frame: DialogFrame) => ReactNode) => void;

/** The dialogs of a page, one at a time, and the news of the last. */
export function usePageDialog() {
  const [shown, setShown] = useState<{ of: Parameters<OpenDialog>[0] } | null>(null);
  const [news, setNews] = useState('');
  const open: OpenDialog = (of) => {
    setNews('');
    setShown({ of });
  };
  return {
    open,
    news,
    /** The open dialog, to be rendered last. */
    dialog: shown?.of({
      onNews: setNews,
      // A late close event of the last dialog leaves the next one open.
      onClose: () => setShown((now) => (now === shown ? null : now)),
    }),
  };
}
