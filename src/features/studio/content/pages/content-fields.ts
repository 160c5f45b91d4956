import { fieldsOf } from '../../kit/form/fields-of.ts';
import type { FormProps } from './form-props.ts';

/** Schema of a field, with its maximum length if it is a text. */
interface FieldSchema {
  safeParse: unknown;
  maxLength?: number | null;
}

/** Props of the fields of a kind of content, or of an item in its list. */
export function contentFields<Value extends object>(
  { value, onChange, faults }: Pick<FormProps<Value>, 'value' | 'onChange' | 'faults'>,
  labels: Readonly<Partial<Record<keyof Value, string>>>,
  schemas: Readonly<Partial<Record<keyof Value, FieldSchema>>>,
) {
  const field = fieldsOf(value, onChange, faults);
  return <Name extends keyof Value & string>(name: Name) => ({
    ...field(name),
    label: labels[name] ?? '',
    max: schemas[name]?.maxLength ?? null,
  });
}
