import { fileQuarter, type OpenQuarter } from '#domain/contracts/staff-quarters.ts';
import { ContractDialog, type DialogFrame } from '../kit/form/ContractDialog.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { QuarterSums } from './QuarterSums.tsx';
import { quarterName } from './quarter-texts.ts';

/** Files a quarter once and for all. */
export function FileQuarterDialog({
  quarter: open,
  ...frame
}: DialogFrame & { quarter: OpenQuarter }) {
  const { quarter, digest: seen, sums } = open;
  const name = quarterName(quarter);
  const form = useContractForm(fileQuarter, {
    asked: { quarter, seen },
    changes: ['quarters'],
    done: () => `${name} is filed.`,
  });
  return (
    <ContractDialog {...frame} form={form} title={`File ${name}`} verb="File for good">
      <p>
        File these sums once you declare them. They and the files of the quarter stay as they are
        now: this cannot be undone.
      </p>
      <QuarterSums sums={sums} name={`${name}, to file`} />
    </ContractDialog>
  );
}
