import type { ComponentType } from 'react';
import { eachOf } from '#domain/basics/each-of.ts';
import type { Content, ContentKey } from '#domain/site-content/content.ts';
import { searchKeys } from '#domain/site-content/search-keys.ts';
import type { StaffContent } from '#domain/contracts/staff-content.ts';
import type { EditKeeper } from '../../releases/edits/edit-keeper.ts';
import { DraftForm } from '../../releases/edits/DraftForm.tsx';
import { type contentPages, keyTitles, rulesOf } from './content-pages.ts';
import type { Faults } from '../../kit/form/Field.tsx';
import type { TypedPage } from './edited-content.ts';
import type { FormProps } from './form-props.ts';
import { FeaturedForm, HeroForm, TilesForm } from './home-forms.tsx';
import { ListingForm } from './listing-form.tsx';
import { MissingPassages } from './MissingPassages.tsx';
import { PageClaims } from './PageClaims.tsx';
import { searchForm } from './search-form.tsx';
import { PagePreview } from '../../kit/shop-frame/PagePreview.tsx';
import { putContent } from './show-content.ts';
import { AnnouncementForm, FaqForm, LaunchForm, TextForm } from './text-forms.tsx';
import { usePageDraft } from './use-page-draft.ts';

const forms: { [Key in ContentKey]: ComponentType<FormProps<Content[Key]>> } = {
  hero: HeroForm,
  tiles: TilesForm,
  featured: FeaturedForm,
  listing: ListingForm,
  announcement: AnnouncementForm,
  launch: LaunchForm,
  faq: FaqForm,
  terms: TextForm,
  returns: TextForm,
  privacy: TextForm,
  contact: TextForm,
  ...eachOf(searchKeys, searchForm),
};

interface KindProps<Key extends ContentKey> {
  kind: Key;
  draft: Content;
  onChange: (draft: Content) => void;
  faults: Faults;
  shop: StaffContent;
}

function KindForm<Key extends ContentKey>({ kind, draft, onChange, ...more }: KindProps<Key>) {
  const Form: ComponentType<FormProps<Content[Key]>> = forms[kind];
  return (
    <Form
      value={draft[kind]}
      draft={draft}
      onChange={(value) => onChange({ ...draft, [kind]: value })}
      {...more}
    />
  );
}

const noFaults: Faults = new Map();

interface Props {
  about: (typeof contentPages)[number];
  edits: EditKeeper<TypedPage>;
  shop: StaffContent;
}

/** Edits the content of a page beside its preview; saving makes a draft release. */
export function PageEditor({ about, edits, shop }: Props) {
  const { keys, path, title } = about;
  const { content, draft, change, faults, isFaulty } = usePageDraft(about, edits);
  return (
    <DraftForm
      edits={edits}
      draft={draft}
      isFaulty={isFaulty}
      className="pages-form"
      preview={
        <PagePreview
          path={path}
          show={(preview) => {
            putContent(preview, content, keys);
            return rulesOf(path, content);
          }}
        />
      }
    >
      {(hasTried) => (
        <>
          {keys.map((kind) => (
            <section key={kind} aria-label={keyTitles[kind] ?? title} className="studio-panel">
              {keyTitles[kind] && <h2 className="studio-subheading">{keyTitles[kind]}</h2>}
              <KindForm
                kind={kind}
                draft={content}
                onChange={change}
                faults={(hasTried && faults.get(kind)) || noFaults}
                shop={shop}
              />
            </section>
          ))}
          <MissingPassages keys={keys} draft={content} />
          <PageClaims keys={keys} draft={content} />
        </>
      )}
    </DraftForm>
  );
}
