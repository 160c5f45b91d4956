import { fetchCatalogueExport } from '#api/staff/catalogue-files.ts';
import { saveBase64 } from '#browser/files/save-file.ts';
import { ExportButtons } from '../ExportButtons.tsx';
import { useReleaseAction } from './use-release-action.ts';

/** Saves the whole catalogue as a spreadsheet. */
export function SaveExport() {
  const action = useReleaseAction();
  return (
    <section className="import-export" aria-label="Export">
      <p>
        Begin with a fresh export: it remembers the shop as it is now, so that only what you change
        counts.
      </p>
      <ExportButtons
        isBusy={() => action.isBusy}
        onExport={(format) =>
          void action.run(async (customer) => {
            const { name, base64 } = await fetchCatalogueExport(format, customer);
            saveBase64(name, base64);
          })
        }
      />
      <div role="alert" className="studio-failure">
        {action.problem !== '' && <p className="message-error">{action.problem}</p>}
      </div>
    </section>
  );
}
