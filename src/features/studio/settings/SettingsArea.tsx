import '../kit/without-eval.ts';
import type { ReactNode } from 'react';
import { useMay } from '../kit/may.ts';
import type { AreaPlace } from '../kit/place.ts';
import { CompanyPage } from './CompanyPage.tsx';
import { deliveriesText, packingText } from './delivery-texts.ts';
import { DeliveryForm } from './DeliveryForm.tsx';
import { PackingForm } from './PackingForm.tsx';
import { SettingsPage } from './SettingsPage.tsx';
import { TaxForm } from './TaxForm.tsx';
import { taxSettingsText } from './tax-texts.ts';
import { TeamPage } from './TeamPage.tsx';

const FOLLOW =
  'Saved. Pages follow in a few minutes; shoppers already at the payment page pay the amount shown there.';

const pages: Readonly<Record<string, ReactNode>> = {
  delivery: (
    <SettingsPage
      title="Delivery"
      Form={DeliveryForm}
      saved={FOLLOW}
      part={['deliveries']}
      text={deliveriesText}
    />
  ),
  packing: (
    <SettingsPage
      title="Packing"
      Form={PackingForm}
      saved="Saved. It applies to the next labels."
      part={['packing']}
      text={packingText}
    />
  ),
  company: <CompanyPage />,
};
const taxes = (
  <SettingsPage
    title="Tax and duties"
    Form={TaxForm}
    saved={FOLLOW}
    part={['display', 'basis_points', 'zones', 'euro_pence', 'countries', 'fees']}
    text={taxSettingsText}
  />
);

/** The shop's settings, for managers. */
export default function SettingsArea({ place: { page } }: { place: AreaPlace }) {
  const may = useMay();
  if (may('manage_staff') && (page === 'staff' || !may('edit_settings'))) return <TeamPage />;
  return <div key={page}>{pages[page] ?? taxes}</div>;
}
