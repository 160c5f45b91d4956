import { useState } from 'react';
import type { Ref } from 'react';
import { filtersOf, filtersSet } from '#domain/contracts/staff-orders.ts';
import type { FilterName, ListFilters, StaffList } from '#domain/contracts/staff-orders.ts';
import { choicesOf, filterLabels, withFilter } from './list-filters.ts';
import { Button } from '../../kit/Button.tsx';

interface Props {
  ref: Ref<HTMLFieldSetElement>;
  list: StaffList;
  filters: ListFilters;
  /** Whether they are shown on phones; wide screens always show them. */
  open: boolean;
  onFilter: (filters: ListFilters) => void;
  /** Called with each possible result when a select opens, to prefetch it. */
  onAbout: (filters: ListFilters) => void;
}

function DayField({
  value,
  label,
  onDay,
}: {
  value: string;
  label: string;
  onDay: (day: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);

  // Back or a link changed the value. A year still being typed stays.
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }

  return (
    <label className="studio-filter" data-set={value === '' ? undefined : ''}>
      <span>{label}</span>
      <input
        type="date"
        className="field"
        value={typed}
        onChange={({ currentTarget: { value: day } }) => {
          setTyped(day);
          onDay(day);
        }}
      />
    </label>
  );
}

/** The filters of a list. */
export function Filters({ ref, list, filters, open, onFilter, onAbout }: Props) {
  const field = (name: FilterName) => {
    const label = filterLabels[name];
    const value = filters[name] ?? '';
    const choices = choicesOf(list, name);
    if (choices === null) {
      return (
        <DayField
          key={name}
          label={label}
          value={value}
          onDay={(day) => {
            const next = withFilter(list, filters, name, day);
            if ((next[name] ?? '') === day && day !== value) onFilter(next);
          }}
        />
      );
    }
    return (
      <label key={name} className="studio-filter" data-set={value === '' ? undefined : ''}>
        <span>{label}</span>
        <select
          className="field"
          value={value}
          onPointerDown={() => {
            for (const [choice] of choices) onAbout(withFilter(list, filters, name, choice));
          }}
          onChange={({ currentTarget }) =>
            onFilter(withFilter(list, filters, name, currentTarget.value))
          }
        >
          <option value="">Any</option>
          {choices.map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </select>
      </label>
    );
  };
  return (
    <fieldset
      ref={ref}
      id="studio-filters"
      className="studio-filters"
      aria-label="Filters"
      data-open={open ? '' : undefined}
    >
      {filtersOf[list].map(field)}
      {filtersSet(filters).length > 0 && (
        <Button look="small" onClick={() => onFilter({})}>
          Clear all
        </Button>
      )}
    </fieldset>
  );
}
