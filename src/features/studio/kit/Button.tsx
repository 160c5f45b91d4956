import type { ComponentProps } from 'react';

const looks = {
  main: 'button',
  quiet: 'button-quiet',
  small: 'studio-small',
  remove: 'studio-small studio-remove',
  link: 'link',
} as const;

interface Props extends Omit<ComponentProps<'button'>, 'className'> {
  look?: keyof typeof looks;
  /** Whether its action is under way: further presses do nothing. */
  busy?: boolean | undefined;
  opensDialog?: boolean;
}

/** A button; `type="submit"` submits its form. */
export function Button({ look = 'quiet', busy, opensDialog, onClick, ...native }: Props) {
  return (
    <button
      type="button"
      {...native}
      className={looks[look]}
      aria-busy={busy}
      aria-haspopup={opensDialog && 'dialog'}
      // Also Enter in a field of its form: the browser then clicks this button.
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}
