import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { countText } from '#domain/basics/count-text.ts';
import type { ListedProduct } from '#domain/contracts/staff-catalogue.ts';
import { CheckField } from '../kit/form/CheckField.tsx';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { MomentField } from '../kit/form/MomentField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { useOpenDialog } from '../kit/use-open-dialog.ts';
import type { BulkChange } from './bulk-changes.ts';
import { type BulkSale, dearerFor, dearerLines, formerPrices } from './bulk-sale.ts';

/** Shared by the dialogs that change several products. */
export interface BulkDialogProps {
  count: number;
  busy: boolean;
  problem: string;
  onChange: (change: BulkChange) => void;
  onClose: () => void;
}

interface Props extends BulkDialogProps {
  chosen: readonly ListedProduct[];
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="studio-soft">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface EffectProps {
  chosen: readonly ListedProduct[];
  sale: BulkSale;
  /** Whether it replaces sales that are cheaper. */
  replaces: boolean;
  onReplace: (replaces: boolean) => void;
  now: number;
}

/** The sales that it would replace by dearer ones, and whether the former prices will be crossed out. */
function SaleEffect({ chosen, sale, replaces, onReplace, now }: EffectProps) {
  const dearer = dearerFor(chosen, sale, now);
  const changed = replaces ? chosen : chosen.filter((one) => !dearer.includes(one));
  const former = formerPrices(changed, sale, now);
  const are = dearer.length === 1 ? 'is' : 'are';
  return (
    <>
      {dearer.length > 0 && (
        <div>
          <p className="studio-warning">
            {dearer.length} {are} reduced already:
          </p>
          <Lines lines={dearerLines(dearer, sale.percent)} />
          <CheckField checked={replaces} onChange={onReplace}>
            Replace {dearer.length === 1 ? 'its cheaper sale' : 'their cheaper sales'}
          </CheckField>
        </div>
      )}
      {changed.length > 0 && (
        <div>
          <p>{former.text}</p>
          <Lines lines={former.lines} />
        </div>
      )}
    </>
  );
}

/** The percentage and times of a sale of the chosen products. */
export function SaleDialog({ chosen, count, busy, problem, onChange, onClose }: Props) {
  const dialog = useOpenDialog();
  const [now] = useState(serverNow);
  const [percent, setPercent] = useState('20');
  const [from, setFrom] = useState<string | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const [replaces, setReplaces] = useState(false);
  const off = /^[1-9]\d?$/.test(percent.trim()) ? Number(percent) : null;
  // `''` is a time that does not exist; its field reports the error.
  const isTimed = from !== '' && until !== '';
  const isBackwards =
    isTimed && until !== null && Date.parse(until) <= (from === null ? now : Date.parse(from));
  const sale = off !== null && isTimed && !isBackwards ? { percent: off, from, until } : null;
  return (
    <FormDialog
      dialog={dialog}
      title={`Sale of ${countText(count, 'product')}`}
      verb="Preview"
      busy={busy}
      problem={problem}
      disabled={sale === null}
      onSubmit={() => {
        if (!sale) return;
        const kept = replaces ? [] : dearerFor(chosen, sale, now);
        onChange({ kind: 'sale', ...sale, except: kept.map(({ slug }) => slug) });
      }}
      onClose={onClose}
    >
      <TextField
        label="Per cent off the price"
        inputMode="numeric"
        fault={off === null ? 'Write whole per cent, from 1 to 99.' : undefined}
        value={percent}
        onChange={setPercent}
      />
      <div className="catalogue-times">
        <MomentField
          label="Sale from"
          value={from}
          hint="London time. Empty: on publication."
          onChange={setFrom}
        />
        <MomentField
          label="Sale until"
          value={until}
          hint="London time. Empty: until further notice."
          fault={isBackwards ? 'The sale ends before it begins.' : undefined}
          onChange={setUntil}
        />
      </div>
      {sale && (
        <SaleEffect
          chosen={chosen}
          sale={sale}
          replaces={replaces}
          onReplace={setReplaces}
          now={now}
        />
      )}
    </FormDialog>
  );
}
