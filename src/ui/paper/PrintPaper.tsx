import type { ReactNode } from 'react';
import { PrintedPaper } from './PrintedPaper.tsx';
import { usePrinting } from './use-printing.ts';

interface Props {
  className: string;
  /** Content of the button. */
  label: ReactNode;
  children: ReactNode;
}

/** A button that prints a document, rendered only while printing. */
export function PrintPaper({ className, label, children }: Props) {
  const { printing, print, onDone } = usePrinting<true>();
  return (
    <>
      <button type="button" className={className} onClick={() => print(true)}>
        {label}
      </button>
      {printing && (
        <PrintedPaper key={printing.copy} onDone={onDone}>
          {children}
        </PrintedPaper>
      )}
    </>
  );
}
