import { useQuery } from '@tanstack/react-query';
import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import { everybody, type Segment } from '#domain/contracts/mailing-draft.ts';
import { categoriesQuery } from '../categories/categories-query.ts';

interface Props {
  segment: Segment;
  onChange: (segment: Segment) => void;
}

const choices: Readonly<Record<Segment['bought'], string>> = {
  '': 'Everybody on the list',
  yes: 'Those who have bought',
  no: 'Those who have not bought',
};

function boughtOf(value: string): Segment['bought'] {
  return value === 'yes' || value === 'no' ? value : '';
}

/** Recipients of a mailing: everybody, or some by what they bought. */
export function MailingSegment({ segment, onChange }: Props) {
  const { data = [] } = useQuery(categoriesQuery);
  const categories = data.filter(({ kind, archived }) => kind === 'category' && !archived);
  const { bought, category, country } = segment;
  return (
    <fieldset className="mailing-segment">
      <legend className="label">Recipients</legend>
      <select
        className="field"
        aria-label="Recipients"
        value={bought}
        onChange={({ currentTarget: { value } }) => {
          const chosen = boughtOf(value);
          onChange(chosen === '' ? everybody : { ...segment, bought: chosen });
        }}
      >
        {Object.entries(choices).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {bought !== '' && (
        <>
          <label>
            <span className="label">From</span>
            <select
              className="field"
              value={category ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...segment, category: value === '' ? null : Number(value) })
              }
            >
              <option value="">Any category</option>
              {categories.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span className="label">Sent to</span>
            <select
              className="field"
              value={country}
              onChange={({ currentTarget: { value } }) => onChange({ ...segment, country: value })}
            >
              <option value="">Any country</option>
              {SHIPPING_COUNTRIES.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
    </fieldset>
  );
}
