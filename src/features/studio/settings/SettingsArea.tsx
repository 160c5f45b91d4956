import '../without-eval.ts';
import { useMay } from '../may.ts';
import type { AreaPlace } from '../place.ts';
import { TaxPage } from './TaxPage.tsx';
import { TeamPage } from './TeamPage.tsx';

/** The shop's settings, for managers. */
export default function SettingsArea({ place: { page } }: { place: AreaPlace }) {
  const may = useMay();
  return may('manage_staff') && (page === 'staff' || !may('edit_taxes')) ? (
    <TeamPage />
  ) : (
    <TaxPage />
  );
}
