import { fileQuarter, type OpenQuarter } from '#domain/contracts/staff-quarters.ts';
import { asStaff } from '../kit/as-staff.ts';
import { type DialogFrame, KeyedDialog } from '../kit/KeyedDialog.tsx';
import { QuarterSums } from './QuarterSums.tsx';
import { quarterName } from './quarter-texts.ts';

/** Files a quarter once and for all. */
export function FileQuarterDialog({
  quarter: open,
  ...frame
}: DialogFrame & { quarter: OpenQuarter }) {
  const { quarter, digest: seen, sums } = open;
  const name = quarterName(quarter);
  return (
    <KeyedDialog
      {...frame}
      title={`File ${name}`}
      verb="File for good"
      content={`${quarter} ${seen}`}
      act={async (event) => {
        await asStaff(fileQuarter, { event, quarter, seen });
        return `${name} is filed.`;
      }}
      changes={['quarters']}
    >
      <p>
        File these sums once you declare them. They and the files of the quarter stay as they are
        now: this cannot be undone.
      </p>
      <QuarterSums sums={sums} name={`${name}, to file`} />
    </KeyedDialog>
  );
}
