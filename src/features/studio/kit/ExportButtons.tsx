import { Button } from './Button.tsx';

type SheetFormat = 'xlsx' | 'csv';
const formats: readonly SheetFormat[] = ['xlsx', 'csv'];

interface Props {
  isBusy: (format: SheetFormat) => boolean;
  onExport: (format: SheetFormat) => void;
}

/** A button for each export format. */
export function ExportButtons({ isBusy, onExport }: Props) {
  return (
    <div className="studio-actions">
      {formats.map((format) => (
        <Button key={format} busy={isBusy(format)} onClick={() => onExport(format)}>
          Export .{format}
        </Button>
      ))}
    </div>
  );
}
