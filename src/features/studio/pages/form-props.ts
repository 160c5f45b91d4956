import type { StaffContent } from '#domain/wire/staff-content.ts';
import type { Faults } from '../form-fields.tsx';

/** What the form of a kind of content is given. */
export interface FormProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
  /** By path inside the value. */
  faults: Faults;
  categories: StaffContent['categories'];
}
