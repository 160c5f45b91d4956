import { useState } from 'react';
import type { ReactNode } from 'react';
import { readText, writeText } from '#browser/web-storage.ts';
import { carriers } from '#domain/orders/carrier.ts';
import { limitLength } from '../../kit/form/length-fault.ts';

const CARRIER = 'studioCarrier';
const OTHER = 'Other';

interface LastCarrier {
  /** Carrier name; empty while “Other” has none. */
  carrier: string;
  /** Fields to choose or name it. */
  fields: ReactNode;
  /** Makes it the default of the next dialog. */
  remember: () => void;
}

/** The carrier of many parcels at once: the last one used by default. */
export function useLastCarrier(label = 'Carrier'): LastCarrier {
  const known = readText('local', CARRIER) ?? carriers[0] ?? OTHER;
  const [choice, setChoice] = useState(carriers.includes(known) ? known : OTHER);
  const [other, setOther] = useState(carriers.includes(known) ? '' : known);
  const carrier = choice === OTHER ? other.trim() : choice;
  const fields = (
    <div className="studio-carrier">
      <div>
        <label className="label" htmlFor="studio-carrier">
          {label}
        </label>
        <select
          id="studio-carrier"
          className="field"
          value={choice}
          onChange={({ currentTarget: { value } }) => setChoice(value)}
        >
          {[...carriers, OTHER].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      {choice === OTHER && (
        <div>
          <label className="label" htmlFor="studio-other">
            Carrier name
          </label>
          <input
            id="studio-other"
            className="field"
            required
            value={other}
            onChange={({ currentTarget }) => {
              limitLength(currentTarget, 40);
              setOther(currentTarget.value);
            }}
          />
        </div>
      )}
    </div>
  );
  return { carrier, fields, remember: () => writeText('local', CARRIER, carrier) };
}
