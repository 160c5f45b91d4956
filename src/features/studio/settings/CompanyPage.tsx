import { company } from '#brand/company.ts';
import { Facts } from '../kit/Facts.tsx';
import { Panel } from '../kit/Panel.tsx';

const facts: readonly (readonly [string, string])[] = [
  ['Brand', company.brand],
  ['Company', company.legalName],
  ['Registered in', `${company.registeredIn}, number ${company.number}`],
  ['Registered office', company.registeredAddress],
  ['VAT number', company.vatNumber ?? 'None: not registered for VAT'],
  ['E-mail', company.email],
  ['Address for returns', company.returnsAddress],
  ...(company.euResponsiblePerson
    ? [
        [
          'Responsible person in the EU',
          Object.values(company.euResponsiblePerson).join(', '),
        ] as const,
      ]
    : []),
  ...company.social.map(({ name, url }) => [name, url] as const),
];

/** The company's facts, to read. */
export function CompanyPage() {
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Company</h1>
      </div>
      <div className="settings-page">
        <Panel title="Shown to shoppers">
          <Facts className="order-facts wrap-anywhere" facts={facts} />
          <p className="studio-soft">
            These are in every page, e-mail, invoice and legal text. Ask the shop’s developer to
            change them in <code>src/brand/company.ts</code>: the next deploy shows the new facts
            everywhere at once.
          </p>
        </Panel>
      </div>
    </>
  );
}
