import type { ReactNode } from 'react';
import { Failure } from '../../kit/Failure.tsx';
import type { SaveState } from './save-text.ts';

interface Props {
  /** An error; `''` if none. */
  problem: string;
  /** State of the input, for example that nothing has changed. */
  state: SaveState;
  /** Buttons, the main one last. */
  children: ReactNode;
}

/** Buttons that save a form, at the foot of the screen. */
export function SaveBar({ problem, state, children }: Props) {
  return (
    <div className="studio-save">
      <div className="studio-save-state">
        <Failure of={problem} />
        <output className="studio-soft" aria-live={state.isRoutine ? 'off' : undefined}>
          {state.text}
        </output>
      </div>
      <div className="studio-save-verbs">{children}</div>
    </div>
  );
}
