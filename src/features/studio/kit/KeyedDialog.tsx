import { type ReactNode, useState } from 'react';
import { FormDialog } from './form/FormDialog.tsx';
import { problemText } from './problem-text.ts';
import { useKeyedAct } from './use-keyed-act.ts';
import { useOpenDialog } from './use-open-dialog.ts';

/** Props of a dialog that its page opens and closes. */
export interface DialogFrame {
  onClose: () => void;
  /** Announces the result. */
  onNews: (text: string) => void;
}

interface Props extends DialogFrame {
  title: string;
  /** Text of the submit button. */
  verb: string;
  /** The input, from which an idempotency key is made. */
  content: string;
  /** Validation error; `''` if valid. */
  fault?: string;
  /** Performs it; returns the news. */
  act: (key: string) => Promise<string>;
  /** First keys of the queries that it changes. */
  changes: readonly string[];
  children: ReactNode;
}

/** A dialog for one act with an idempotency key. Stays open, with the input, until it succeeds. */
export function KeyedDialog(props: Props) {
  const { title, verb, content, fault = '', act, changes, children, onClose, onNews } = props;
  const dialog = useOpenDialog();
  const [tried, setTried] = useState(false);
  const doing = useKeyedAct({
    act,
    changes,
    onDone: (news) => {
      onNews(news);
      dialog.current?.close();
    },
  });
  const refused = doing.isError ? problemText(doing.error) : '';
  return (
    <FormDialog
      dialog={dialog}
      title={title}
      verb={verb}
      busy={doing.isPending}
      problem={tried && fault !== '' ? fault : refused}
      onSubmit={() => {
        setTried(true);
        if (fault === '' && !doing.isPending) doing.mutate(content);
      }}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}
