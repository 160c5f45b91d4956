import { useState } from 'react';
import { countText } from '#domain/basics/count-text.ts';
import type { ListedProduct, StaffCatalogue } from '#domain/contracts/staff-catalogue.ts';
import { saveRelease } from '#domain/contracts/staff-releases.ts';
import { Button } from '../kit/Button.tsx';
import { asStaff } from '../kit/as-staff.ts';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { SelectField } from '../kit/form/SelectField.tsx';
import { useOpenDialog } from '../kit/use-open-dialog.ts';
import { goTo } from '../kit/use-place.ts';
import { type BulkChange, bulkChanges, bulkTitle } from './bulk-changes.ts';
import { noOptions } from '../releases/new-release.ts';
import { releasePlace } from '../releases/release-place.ts';
import { type BulkDialogProps, SaleDialog } from './SaleDialog.tsx';
import { useReleaseAction } from '../releases/use-release-action.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';

function CategoryDialog({
  count,
  categories,
  busy,
  problem,
  onChange,
  onClose,
}: BulkDialogProps & { categories: StaffCatalogue['categories'] }) {
  const dialog = useOpenDialog();
  const [category, setCategory] = useState('');
  const names = Object.fromEntries(categories.map(({ slug, name }) => [slug, name]));
  return (
    <FormDialog
      dialog={dialog}
      title={`Category of ${countText(count, 'product')}`}
      verb="Preview"
      busy={busy}
      problem={problem}
      onSubmit={() => onChange({ kind: 'category', category, name: names[category] ?? '' })}
      onClose={onClose}
    >
      <SelectField label="Category" value={category} choices={names} onChange={setCategory} />
    </FormDialog>
  );
}

interface Props {
  chosen: readonly ListedProduct[];
  categories: StaffCatalogue['categories'];
  onClear: () => void;
}

/** Changes the selected products at once: each press makes a draft release and shows its preview. */
export function BulkBar({ chosen, categories, onClear }: Props) {
  const action = useReleaseAction();
  const keyOf = useIdempotencyKey();
  const [dialog, setDialog] = useState<'sale' | 'category' | null>(null);
  const [fault, setFault] = useState('');

  async function draft(change: BulkChange): Promise<void> {
    const changes = bulkChanges(chosen, change);
    setFault(changes ? '' : 'That changes none of them.');
    if (!changes) return;
    const release = keyOf(changes);
    const title = bulkTitle(changes.catalogue?.products?.length ?? 0, change);
    const body = { release, title, source: 'Studio', changes, options: noOptions, version: 0 };
    const done = await action.run(() => asStaff(saveRelease, body));
    if (done) goTo(releasePlace(release));
  }

  const problem = fault || action.problem;
  const frame = {
    count: chosen.length,
    busy: action.isBusy,
    problem,
    onChange: (change: BulkChange) => void draft(change),
    onClose: () => setDialog(null),
  };
  const direct: [text: string, change: BulkChange, isOffered: boolean][] = [
    ['Archive', { kind: 'archive' }, chosen.some(({ archived }) => !archived)],
    ['Bring back', { kind: 'restore' }, chosen.some(({ archived }) => archived)],
    ['End the sale', { kind: 'no sale' }, chosen.some((one) => one.sale_price_pence > 0)],
  ];
  return (
    <section className="studio-selection" aria-label="Selected products">
      <p>{countText(chosen.length, 'product')} selected</p>
      {(['sale', 'category'] as const).map((kind) => (
        <Button key={kind} opensDialog onClick={() => setDialog(kind)}>
          {kind === 'sale' ? 'Sale…' : 'Category…'}
        </Button>
      ))}
      {direct
        .filter(([, , isOffered]) => isOffered)
        .map(([text, change]) => (
          <Button key={text} busy={action.isBusy} onClick={() => void draft(change)}>
            {text}
          </Button>
        ))}
      <Button look="small" onClick={onClear}>
        Clear
      </Button>
      <output className="studio-said">
        {dialog === null && problem !== '' && <span className="message-error">{problem}</span>}
      </output>
      {dialog === 'sale' && <SaleDialog {...frame} chosen={chosen} />}
      {dialog === 'category' && <CategoryDialog {...frame} categories={categories} />}
    </section>
  );
}
