import { Failure } from '../kit/Failure.tsx';
import type { useSaveSettings } from './use-save-settings.ts';
import { Button } from '../kit/Button.tsx';
import { problemText } from '../kit/problem-text.ts';

interface Props {
  save: ReturnType<typeof useSaveSettings>;
  /** Validation error; `''` if valid. */
  fault: string;
}

/** The errors of a form of settings, and its button. */
export function SaveSettings({ save, fault }: Props) {
  const problem = fault || (save.isError ? problemText(save.error) : '');
  return (
    <>
      <Failure of={problem} />
      <div className="studio-actions">
        <Button type="submit" look="main" disabled={fault !== ''} busy={save.isPending}>
          Save
        </Button>
      </div>
    </>
  );
}
