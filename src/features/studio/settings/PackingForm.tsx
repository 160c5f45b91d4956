import { useState } from 'react';
import type { ParcelRule } from '#domain/contracts/staff-settings.ts';
import { Button } from '../kit/Button.tsx';
import { CheckField } from '../kit/form/CheckField.tsx';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { Panel } from '../kit/Panel.tsx';
import { SaveSettings } from './SaveSettings.tsx';
import { type SettingsForm, useSaveSettings } from './use-save-settings.ts';

/** Whole grams up to a maximum; null for other text. */
function readGrams(text: string, min: number, max: number): number | null {
  const grams = Number(/^\s*(\d{1,5})\s*$/.exec(text)?.[1]);
  return grams >= min && grams <= max ? grams : null;
}

const PACKAGING = 'Enter whole grams from 0 to 10000.';
const WEIGHT = 'Enter whole grams from 1 to 30000.';
const CODE = 'Enter the code in capital letters and digits.';

const places = { uk: 'UK', abroad: 'Abroad' } as const;

interface Typed extends Omit<ParcelRule, 'most_grams'> {
  row: number;
  most: string;
}

function ruleOf({ abroad, express, most, service, format }: Typed): ParcelRule | null {
  const most_grams = readGrams(most, 1, 30_000);
  const isTyped = /^[A-Z0-9]{2,10}$/.test(service) && format.trim() !== '';
  return most_grams === null || !isTyped
    ? null
    : { abroad, express, most_grams, service, format: format.trim() };
}

interface RowProps {
  rule: Typed;
  onChange: (changed: Partial<Typed>) => void;
  onRemove: () => void;
}

function RuleRow({ rule, onChange, onRemove }: RowProps) {
  const name = rule.service || 'new rule';
  return (
    <fieldset className="settings-row">
      <legend className="sr-only">{name}</legend>
      <SelectField
        label="To"
        value={rule.abroad ? 'abroad' : 'uk'}
        choices={places}
        onChange={(place) => onChange({ abroad: place === 'abroad' })}
      />
      <TextField
        label="Up to, in grams"
        inputMode="numeric"
        value={rule.most}
        fault={readGrams(rule.most, 1, 30_000) === null ? WEIGHT : undefined}
        onChange={(most) => onChange({ most })}
      />
      <TextField
        label="Service code"
        autoCapitalize="characters"
        spellCheck={false}
        value={rule.service}
        maxLength={10}
        fault={/^[A-Z0-9]{2,10}$/.test(rule.service) ? undefined : CODE}
        onChange={(service) => onChange({ service: service.toUpperCase() })}
      />
      <TextField
        label="Package"
        value={rule.format}
        maxLength={30}
        required
        onChange={(format) => onChange({ format })}
      />
      <CheckField checked={rule.express} onChange={(express) => onChange({ express })}>
        Express
      </CheckField>
      <Button onClick={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </fieldset>
  );
}

/** Weight of packaging, and the carrier's service for each parcel. */
export function PackingForm({ seen, onSaved }: SettingsForm) {
  const { packing } = seen;
  const [paper, setPaper] = useState(String(packing.paper_grams));
  const [plastic, setPlastic] = useState(String(packing.plastic_grams));
  const [rows, setRows] = useState<Typed[]>(() =>
    packing.rules.map(({ abroad, express, most_grams, service, format }, row) => {
      const most = String(most_grams);
      return { row, abroad, express, most, service, format };
    }),
  );
  const save = useSaveSettings({ seen, onSaved });
  const paper_grams = readGrams(paper, 0, 10_000);
  const plastic_grams = readGrams(plastic, 0, 10_000);
  const rules = rows.flatMap((row) => ruleOf(row) ?? []);
  const keys = rules.map(({ abroad, express, most_grams }) => [abroad, express, most_grams].join());
  const isTyped = rules.length === rows.length && paper_grams !== null && plastic_grams !== null;
  const isTwice = new Set(keys).size < keys.length;
  const twice = isTwice ? 'Two rules have the same destination, speed and weight.' : '';

  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped && !isTwice && !save.isPending) {
          save.mutate({ packing: { paper_grams, plastic_grams, rules } });
        }
      }}
    >
      <Panel title="Packaging of an average parcel">
        <p className="studio-soft">
          Weigh one. It is added to the goods on labels, and counted in the yearly packaging report.
        </p>
        <div className="settings-row">
          <TextField
            label="Paper and card, in grams"
            inputMode="numeric"
            value={paper}
            fault={paper_grams === null ? PACKAGING : undefined}
            onChange={setPaper}
          />
          <TextField
            label="Plastic, in grams"
            inputMode="numeric"
            value={plastic}
            fault={plastic_grams === null ? PACKAGING : undefined}
            onChange={setPlastic}
          />
        </div>
      </Panel>
      <Panel title="Royal Mail services for Click & Drop">
        <p className="studio-soft">
          A parcel gets the rule with the lowest weight that is enough. Without a rule, its service
          stays empty in the file, and you choose it in Click &amp; Drop. Codes are in your Royal
          Mail account.
        </p>
        {rows.map((rule) => (
          <RuleRow
            key={rule.row}
            rule={rule}
            onChange={(changed) =>
              setRows(rows.map((one) => (one.row === rule.row ? { ...one, ...changed } : one)))
            }
            onRemove={() => setRows(rows.filter((one) => one.row !== rule.row))}
          />
        ))}
        <div className="studio-actions">
          <Button
            onClick={() => {
              const row = Math.max(0, ...rows.map((one) => one.row)) + 1;
              setRows([
                ...rows,
                { row, abroad: false, express: false, most: '', service: '', format: '' },
              ]);
            }}
          >
            Add a rule
          </Button>
        </div>
      </Panel>
      <SaveSettings save={save} fault={isTyped ? twice : 'Correct the fields above.'} />
    </form>
  );
}
