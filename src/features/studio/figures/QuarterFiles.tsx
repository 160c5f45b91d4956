import { useMutation } from '@tanstack/react-query';
import { movementFiles, type MovementFile } from '#domain/enums.ts';
import { Button } from '../kit/Button.tsx';
import { Failure } from '../kit/Failure.tsx';
import { saveExport } from '../kit/save-export.ts';

const fileNames: Readonly<Record<MovementFile, string>> = {
  movements: 'Movements',
  vat: 'VAT',
  xero: 'Xero',
  quickbooks: 'QuickBooks invoices',
  'quickbooks-credits': 'QuickBooks credit notes',
};

/** Saves the accountant's files of a quarter. */
export function QuarterFiles({
  quarter: { quarter, to },
}: {
  quarter: { quarter: string; to: string };
}) {
  const save = useMutation({
    mutationFn: (kind: MovementFile) => saveExport({ kind, from: quarter, to }),
  });
  return (
    <>
      {movementFiles.map((kind) => (
        <Button
          key={kind}
          look="small"
          busy={save.isPending && save.variables === kind}
          onClick={() => save.mutate(kind)}
        >
          {fileNames[kind]} (CSV)
        </Button>
      ))}
      <output className="studio-news figures-saved">
        {save.data && [`Saved as ${save.data.name}.`, save.data.note].filter(Boolean).join(' ')}
      </output>
      <Failure of={save.error} />
    </>
  );
}
