import { pageSummary } from '#domain/site-content/first-words.ts';
import { firstPicture } from '#domain/site-content/own-page.ts';
import { usualSharePicture } from '#brand/search-words.ts';
import type { StaffContent } from '#domain/contracts/staff-content.ts';
import { CheckField } from '../../kit/form/CheckField.tsx';
import { DateField } from '../../kit/form/DateField.tsx';
import type { Faults } from '../../kit/form/Field.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { Panel } from '../../kit/Panel.tsx';
import type { EditKeeper } from '../../releases/edits/edit-keeper.ts';
import { DraftForm } from '../../releases/edits/DraftForm.tsx';
import { SearchFields } from '../../kit/search-result/SearchFields.tsx';
import { BlockList } from './BlockList.tsx';
import { OwnPagePreview } from './OwnPagePreview.tsx';
import { pageOf, type TypedPage } from './typed-page.ts';
import { useOwnPage } from './use-own-page.ts';

interface PartProps {
  typed: TypedPage;
  faults: Faults;
  onChange: (changes: Partial<TypedPage>) => void;
}

function Basics({ typed, faults, onChange }: PartProps) {
  const { was, page, redirects } = typed;
  const change = (changes: Partial<TypedPage['page']>) =>
    onChange({ page: { ...page, ...changes } });
  const { slug } = pageOf(typed);
  const isMoved = was !== null && slug !== was.slug;
  return (
    <Panel title="Page">
      <TextField
        label="Title"
        max={60}
        fault={faults.get('title')}
        value={page.title}
        onChange={(title) => change({ title })}
      />
      <TextField
        label="Address"
        hint={`${location.host}/${slug || '…'} Made from the title.`}
        autoCapitalize="none"
        spellCheck={false}
        max={60}
        fault={faults.get('slug')}
        value={slug}
        onChange={(text) => onChange({ hasOwnSlug: text !== '', page: { ...page, slug: text } })}
      />
      {isMoved && (
        <CheckField checked={redirects} onChange={(on) => onChange({ redirects: on })}>
          Redirect the old address, /{was.slug}
        </CheckField>
      )}
      <div>
        <CheckField checked={page.menu} onChange={(menu) => change({ menu })}>
          In the menu
        </CheckField>
        <CheckField checked={page.footer} onChange={(footer) => change({ footer })}>
          In the footer
        </CheckField>
      </div>
      <DateField
        label="Entry of the journal, of"
        hint="Only for journal entries: shown above the title. From the second entry on, the footer links to a list of them. Empty: an ordinary page."
        fault={faults.get('entry')}
        value={page.entry ?? ''}
        onChange={(entry) => change({ entry: entry || null })}
      />
    </Panel>
  );
}

function Removal({ typed, onChange }: PartProps) {
  const { was, removed, leadsTo } = typed;
  if (!was) return null;
  return (
    <Panel title="Remove">
      <CheckField checked={removed} onChange={(on) => onChange({ removed: on })}>
        Take this page out of the shop
      </CheckField>
      {removed && (
        <TextField
          label="Its address then leads to"
          hint="A path of the shop, such as /all-products. Empty: a note that there is no page."
          autoCapitalize="none"
          spellCheck={false}
          value={leadsTo}
          onChange={(text) => onChange({ leadsTo: text })}
        />
      )}
    </Panel>
  );
}

const noFaults: Faults = new Map();

interface Props {
  edits: EditKeeper<TypedPage>;
  shop: StaffContent;
}

/** Edits a page beside its preview; saving makes a draft release. */
export function OwnPageForm({ edits, shop }: Props) {
  const { typed, draft, change, faults } = useOwnPage(edits, shop);
  const page = pageOf(typed);
  return (
    <DraftForm
      edits={edits}
      draft={draft}
      isFaulty={faults.size > 0}
      className="pages-form"
      preview={<OwnPagePreview page={page} />}
    >
      {(hasTried) => {
        const shown = hasTried ? faults : noFaults;
        const part = { typed, faults: shown, onChange: change };
        return (
          <>
            <Basics {...part} />
            <Panel title="Content">
              <BlockList
                blocks={typed.blocks}
                faults={shown}
                onChange={(blocks) => change({ blocks })}
              />
            </Panel>
            <Panel title="Search engines and sharing">
              <SearchFields
                value={page}
                usual={{
                  title: page.title,
                  description: pageSummary(page),
                  picture: firstPicture(page) || usualSharePicture,
                }}
                path={`/${page.slug}`}
                faults={shown}
                onChange={({ search_title, search_description, share_picture }) =>
                  change({
                    page: {
                      ...typed.page,
                      ...(search_title !== undefined && { search_title: search_title ?? '' }),
                      ...(search_description !== undefined && {
                        search_description: search_description ?? '',
                      }),
                      ...(share_picture !== undefined && { share_picture: share_picture ?? '' }),
                    },
                  })
                }
              />
            </Panel>
            <Removal {...part} />
          </>
        );
      }}
    </DraftForm>
  );
}
