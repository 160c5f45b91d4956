import type { Faults } from './Field.tsx';
import type { ContractForm } from './use-contract-form.ts';

/**
 * Props of a form's fields: their values, errors and changes.
 * @param change takes the form with one field changed.
 * @param errors by field, or `at` of a contract's form that has fields of these names.
 */
export function fieldsOf<Typed extends object>(
  typed: Typed,
  change: (typed: Typed) => void,
  errors?: Faults | ContractForm['at'],
) {
  return <Name extends keyof Typed & string>(name: Name) => ({
    ...(typeof errors === 'function' ? errors(name) : { fault: errors?.get(name) }),
    value: typed[name],
    onChange: (value: Typed[Name]) => change({ ...typed, [name]: value }),
  });
}
