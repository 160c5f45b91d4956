import type { ReactNode } from 'react';
import { Button } from '../kit/Button.tsx';
import { Failure } from '../kit/Failure.tsx';
import type { useSaveSettings } from './use-save-settings.ts';

interface Props {
  form: ReturnType<typeof useSaveSettings>;
  className?: string;
  children: ReactNode;
}

/** A form of settings, its error and its button. */
export function SaveSettings({ form, className = 'settings-form', children }: Props) {
  return (
    <form {...form.element} className={className} noValidate>
      {children}
      <Failure of={form.problem} />
      <div className="studio-actions">
        <Button type="submit" look="main" busy={form.busy}>
          Save
        </Button>
      </div>
    </form>
  );
}
