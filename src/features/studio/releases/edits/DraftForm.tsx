import { type ReactNode, useId } from 'react';
import { Button } from '../../kit/Button.tsx';
import { useCheckedForm } from '../../kit/form/use-checked-form.ts';
import type { EditKeeper } from './edit-keeper.ts';
import type { TypedForm } from './form-kind.ts';
import { SaveBar } from './SaveBar.tsx';
import { StartOver } from './StartOver.tsx';
import type { SaveDraft } from './use-save-draft.ts';

interface Props<Typed extends TypedForm> {
  edits: EditKeeper<Typed>;
  draft: SaveDraft;
  isFaulty: boolean;
  className: string;
  /** Shown beside the fields. */
  preview?: ReactNode;
  /** Renders the fields. @param hasTried whether to mark the invalid ones. */
  children: (hasTried: boolean) => ReactNode;
}

/** The form of a draft; saving makes a draft release. */
export function DraftForm<Typed extends TypedForm>(props: Props<Typed>) {
  const { edits, draft, isFaulty, className, preview, children } = props;
  const { save, isBusy, isChanged, problem, state } = draft;
  const { form, hasTried, submit } = useCheckedForm(isFaulty, save);
  const id = useId();
  const fields = (
    <form
      id={id}
      ref={form}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isBusy) submit();
      }}
    >
      {children(hasTried)}
    </form>
  );
  return (
    <>
      {preview ? (
        <div className="pages-editor">
          {fields}
          {preview}
        </div>
      ) : (
        fields
      )}
      <SaveBar
        problem={hasTried && isFaulty ? 'Correct the marked fields.' : problem}
        state={state}
      >
        {isChanged && <StartOver edits={edits} />}
        <Button type="submit" form={id} look="main" busy={isBusy} disabled={!isChanged}>
          Save as a draft
        </Button>
      </SaveBar>
    </>
  );
}
