import type { Content } from '#domain/site-content/content.ts';
import type { StaffContent } from '#domain/contracts/staff-content.ts';
import type { Faults } from '../../kit/form/Field.tsx';

/** Props of the form of a kind of content. */
export interface FormProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
  /** Errors by path inside the value. */
  faults: Faults;
  shop: StaffContent;
  /** All content, with its edits. */
  draft: Content;
}
