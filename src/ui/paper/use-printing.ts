import { useCallback, useState } from 'react';

/** The document being printed; `copy` differs for every press, so that each prints. */
export function usePrinting<Paper>() {
  const [printing, setPrinting] = useState<{ paper: Paper; copy: number } | null>(null);
  const print = useCallback(
    (paper: Paper) => setPrinting((last) => ({ paper, copy: (last?.copy ?? 0) + 1 })),
    [],
  );
  const onDone = useCallback(() => setPrinting(null), []);
  return { printing, print, onDone };
}
