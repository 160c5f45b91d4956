import { saveBase64 } from '#browser/files/save-file.ts';
import { getCatalogueFile } from '#domain/contracts/catalogue-reading.ts';
import { Failure } from '../kit/Failure.tsx';
import { asStaff } from '../kit/as-staff.ts';
import { ExportButtons } from '../kit/ExportButtons.tsx';
import { Panel } from '../kit/Panel.tsx';
import { useReleaseAction } from '../releases/use-release-action.ts';

/** Exports the whole catalogue as a spreadsheet. */
export function SaveExport() {
  const action = useReleaseAction();
  return (
    <Panel title="Export">
      <p>
        Start from a fresh export: it records the current state of the shop, so that only your
        changes are imported.
      </p>
      <ExportButtons
        isBusy={() => action.isBusy}
        onExport={(format) =>
          void action.run(async () => {
            const { name, base64 } = await asStaff(getCatalogueFile, { format });
            saveBase64(name, base64);
          })
        }
      />
      <Failure of={action.problem} />
    </Panel>
  );
}
