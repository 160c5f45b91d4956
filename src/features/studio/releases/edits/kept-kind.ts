import type { EditKeeper } from './edit-keeper.ts';
import type { FormKind, TypedForm } from './form-kind.ts';

/** A kind of form with its keepers in this tab, by address. */
export interface KeptKind<Typed extends TypedForm> extends FormKind<Typed> {
  keepers: Map<string, EditKeeper<Typed>>;
}
