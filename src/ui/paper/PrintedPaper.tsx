import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import './paper.css';

interface Props {
  /** Called once it is printed; stable. */
  onDone: () => void;
  children: ReactNode;
}

/** Prints a document as soon as it is rendered. */
export function PrintedPaper({ onDone, children }: Props) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone);
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, [onDone]);

  return createPortal(<article className="paper">{children}</article>, document.body);
}
