import { useState } from 'react';
import type { ReactNode } from 'react';
import { readText, writeText } from '#browser/web-storage.ts';
import { carriers } from '#domain/orders/carrier.ts';
import { SelectField } from '../../kit/form/SelectField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';

const CARRIER = 'studioCarrier';
const OTHER = 'Other';
const choices = Object.fromEntries([...carriers, OTHER].map((name) => [name, name]));

interface CarrierChoice {
  /** Carrier name; empty while “Other” has none. */
  carrier: string;
  /** Fields to choose or name it. */
  fields: ReactNode;
  /** Makes it the default of the next dialog. */
  remember: () => void;
}

/** A choice of carrier. @param first the one chosen at first; if absent, the last one used. */
export function useCarrierChoice(
  label = 'Carrier',
  first: string = readText('local', CARRIER) ?? carriers[0] ?? OTHER,
): CarrierChoice {
  const isKnown = carriers.includes(first);
  const [choice, setChoice] = useState(isKnown ? first : OTHER);
  const [other, setOther] = useState(isKnown ? '' : first);
  const carrier = choice === OTHER ? other.trim() : choice;
  const fields = (
    <div className="studio-carrier">
      <SelectField label={label} value={choice} choices={choices} onChange={setChoice} />
      {choice === OTHER && (
        <TextField label="Carrier name" value={other} onChange={setOther} maxLength={40} required />
      )}
    </div>
  );
  return { carrier, fields, remember: () => writeText('local', CARRIER, carrier) };
}
