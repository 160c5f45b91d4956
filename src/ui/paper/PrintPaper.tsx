import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import './paper.css';

interface Props {
  className: string;
  /** Content of the button. */
  label: ReactNode;
  children: ReactNode;
}

/** A button that prints a document, rendered only while printing. */
export function PrintPaper({ className, label, children }: Props) {
  const [copies, setCopies] = useState(0);
  const [printing, setPrinting] = useState(false);

  useEffect(() => {
    if (copies === 0) return undefined;
    const done = (): void => setPrinting(false);
    window.addEventListener('afterprint', done);
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [copies]);

  function print(): void {
    setPrinting(true);
    setCopies((count) => count + 1);
  }

  return (
    <>
      <button type="button" className={className} onClick={print}>
        {label}
      </button>
      {printing && createPortal(<article className="paper">{children}</article>, document.body)}
    </>
  );
}
