import type { Label } from '#domain/contracts/staff-labels.ts';
import { useMay } from '../../kit/may.ts';
import { labelText } from './label-texts.ts';
import { VoidLabel } from './VoidLabel.tsx';

/** Labels of an order, with what they cost for those who see money. */
export default function OrderLabels({ labels }: { labels: readonly Label[] }) {
  const may = useMay();
  return (
    <ul className="order-list">
      {labels.map((label) => (
        <li key={label.id} className="studio-soft">
          Label: {labelText(label)} {may('pack') && <VoidLabel label={label} />}
        </li>
      ))}
    </ul>
  );
}
