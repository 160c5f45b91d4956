import { imageAddress } from '#domain/catalogue/image.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import { isRecord } from '#domain/basics/record.ts';
import { Focus } from '#domain/site-content/content-fields.ts';
import { effectiveDay } from '#domain/site-content/effective-day.ts';
import { DataTable } from '../../kit/DataTable.tsx';
import type { ChangedField } from './changed-fields.ts';

/** Category names by slug. */
type Names = ReadonlyMap<string, string>;

function PointedPicture({ value }: { value: unknown }) {
  const { picture, focus } = isRecord(value) ? value : {};
  const point = Focus.safeParse(focus);
  if (typeof picture !== 'string') return <span className="studio-dim">none</span>;
  const alt = point.success
    ? `Picture, in view from the left ${point.data.x}%, from the top ${point.data.y}%`
    : 'Picture';
  return (
    <span className="pages-pointed">
      <img src={imageAddress(picture, 320)} alt={alt} loading="lazy" />
      {point.success && <span style={{ left: `${point.data.x}%`, top: `${point.data.y}%` }} />}
    </span>
  );
}

function textOf(kind: ChangedField['kind'], value: unknown, names: Names): string {
  if (kind === 'category') {
    // `''` is the category of all products; a missing tile has none.
    if (typeof value !== 'string') return '';
    return value === '' ? 'All products' : (names.get(value) ?? value);
  }
  if (typeof value !== 'string' || value === '') return '';
  if (kind === 'moment') return londonText(value);
  return kind === 'day' ? effectiveDay(value) : value;
}

function Value({
  kind,
  value,
  names,
}: {
  kind: ChangedField['kind'];
  value: unknown;
  names: Names;
}) {
  if (kind === 'picture') return <PointedPicture value={value} />;
  return textOf(kind, value, names) || <span className="studio-dim">empty</span>;
}

const beforeAfter = ['Before', 'After'] as const;

interface Props {
  caption: string;
  fields: readonly ChangedField[];
  names: Names;
  /** Headings of the two columns. */
  sides?: readonly [string, string];
}

/** Fields of a page before and after, labelled as in its form. */
export function FieldTable({ caption, fields, names, sides = beforeAfter }: Props) {
  const [before, after] = sides;
  return (
    <DataTable
      className="studio-table release-cells"
      caption={caption}
      columns={['Field', before, after]}
      rows={fields.map(({ label, kind, was, now }, row) => ({
        // A long text has several rows with one name.
        key: row,
        name: label,
        cells: [was, now].map((value, side) => (
          <Value key={sides[side]} kind={kind} value={value} names={names} />
        )),
      }))}
    />
  );
}
