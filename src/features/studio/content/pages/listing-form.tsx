import type { Content } from '#domain/site-content/content.ts';
import { TileFields } from '../../categories/TileFields.tsx';
import { faultsIn } from '../../kit/form/Field.tsx';
import type { FormProps } from './form-props.ts';

/** The form of the listing of all products. */
export function ListingForm({ value, faults, onChange }: FormProps<Content['listing']>) {
  return (
    <TileFields
      tile={value.tile}
      faults={faultsIn(faults, 'tile')}
      onChange={(tile) => onChange({ tile })}
    />
  );
}
