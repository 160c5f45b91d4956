import { useState } from 'react';
import type { ReactNode } from 'react';
import { readText, writeText } from '#browser/web-storage.ts';
import { carriers } from '#domain/carrier.ts';

const CARRIER = 'studioCarrier';
const OTHER = 'Other';

interface LastCarrier {
  /** The carrier's name; empty while another one has none. */
  carrier: string;
  /** To choose it, or to name another. */
  fields: ReactNode;
  /** Has the next dialog begin with it. */
  remember: () => void;
}

/** The carrier of many parcels at once: at first the one of last time. */
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
            Its name
          </label>
          <input
            id="studio-other"
            className="field"
            required
            maxLength={40}
            value={other}
            onChange={({ currentTarget: { value } }) => setOther(value)}
          />
        </div>
      )}
    </div>
  );
  return { carrier, fields, remember: () => writeText('local', CARRIER, carrier) };
}
