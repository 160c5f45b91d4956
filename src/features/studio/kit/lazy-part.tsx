import { type ComponentType, lazy } from 'react';
import { Button } from './Button.tsx';

/** Scripts of an earlier deploy are gone once the shop has been updated. */
function NotLoaded() {
  return (
    <p className="message-error studio-not-loaded" role="alert">
      This could not be loaded: the network was lost, or the shop has been updated.{' '}
      <Button look="link" onClick={() => location.reload()}>
        Reload
      </Button>
    </p>
  );
}

/** A part whose script is fetched when it is first shown. If that fails, it offers to reload the page in its place. */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    try {
      return await load();
    } catch (error) {
      // Reported like the errors that no one catches (src/ui/report-errors.ts).
      dispatchEvent(new ErrorEvent('error', { error }));
      return { default: NotLoaded };
    }
  });
}

/** Like `lazyPart`, for one of several parts in a script. */
export function lazyNamed<Module, Props>(
  load: () => Promise<Module>,
  partOf: (module: Module) => ComponentType<Props>,
) {
  return lazyPart(async () => ({ default: partOf(await load()) }));
}
