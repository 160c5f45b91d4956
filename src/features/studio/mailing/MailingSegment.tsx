import { useQuery } from '@tanstack/react-query';
import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import { everybody, type Segment } from '#domain/contracts/mailing-draft.ts';
import { categoriesQuery } from '../categories/categories-query.ts';
import { SelectField } from '../kit/form/SelectField.tsx';

interface Props {
  segment: Segment;
  onChange: (segment: Segment) => void;
}

const choices: Readonly<Record<Segment['bought'], string>> = {
  '': 'Everybody on the list',
  yes: 'Those who have bought',
  no: 'Those who have not bought',
};

/** Choices of a select, after one for all. */
function orAny(any: string, others: readonly (readonly [key: string, name: string])[]) {
  return Object.fromEntries([['', any], ...others]);
}

/** Recipients of a mailing: everybody, or some by what they bought. */
export function MailingSegment({ segment, onChange }: Props) {
  const { data = [] } = useQuery(categoriesQuery);
  const categories = data.filter(({ kind, archived }) => kind === 'category' && !archived);
  const { bought, category, country } = segment;
  return (
    <div className="mailing-segment">
      <SelectField<Segment['bought']>
        label="Recipients"
        value={bought}
        choices={choices}
        onChange={(chosen) => onChange(chosen === '' ? everybody : { ...segment, bought: chosen })}
      />
      {bought !== '' && (
        <>
          <SelectField
            label="From"
            value={categories.find(({ id }) => id === category)?.slug ?? ''}
            choices={orAny(
              'Any category',
              categories.map(({ slug, name }) => [slug, name]),
            )}
            onChange={(chosen) => {
              const id = categories.find(({ slug }) => slug === chosen)?.id ?? null;
              onChange({ ...segment, category: id });
            }}
          />
          <SelectField
            label="Sent to"
            value={country}
            choices={orAny(
              'Any country',
              SHIPPING_COUNTRIES.map(({ code, name }) => [code, name]),
            )}
            onChange={(code) => onChange({ ...segment, country: code })}
          />
        </>
      )}
    </div>
  );
}
