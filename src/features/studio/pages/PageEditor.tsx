import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useRef, useState } from 'react';
import { saveContent } from '#api/staff/content.ts';
import type { Content, ContentKey } from '#domain/site-content/content.ts';
import type { StaffContent } from '#domain/wire/staff-content.ts';
import { asStaff } from '../as-staff.ts';
import { problemText } from '../problem-text.ts';
import { useLeaveQuestion } from '../use-leave-question.ts';
import { goTo } from '../use-place.ts';
import { type contentPages, keyTitles, rulesOf } from './content-pages.ts';
import {
  changedKeys,
  changesOf,
  type Edited,
  editedOn,
  faultsOf,
  forgetEdited,
  keepEdited,
} from './edited-content.ts';
import type { Faults } from '../form-fields.tsx';
import type { FormProps } from './form-props.ts';
import { FeaturedForm, HeroForm, TilesForm } from './home-forms.tsx';
import { MissingPassages } from './MissingPassages.tsx';
import { PagePreview } from './PagePreview.tsx';
import { putContent } from './show-content.ts';
import { AnnouncementForm, FaqForm, LaunchForm, TextForm } from './text-forms.tsx';

const forms: { [Key in ContentKey]: ComponentType<FormProps<Content[Key]>> } = {
  hero: HeroForm,
  tiles: TilesForm,
  featured: FeaturedForm,
  announcement: AnnouncementForm,
  launch: LaunchForm,
  faq: FaqForm,
  terms: TextForm,
  returns: TextForm,
  privacy: TextForm,
  contact: TextForm,
};

interface KindProps<Key extends ContentKey> {
  kind: Key;
  draft: Content;
  onChange: (draft: Content) => void;
  faults: Faults;
  categories: StaffContent['categories'];
}

function KindForm<Key extends ContentKey>({ kind, draft, onChange, ...more }: KindProps<Key>) {
  const Form: ComponentType<FormProps<Content[Key]>> = forms[kind];
  return (
    <Form
      value={draft[kind]}
      onChange={(value) => onChange({ ...draft, [kind]: value })}
      {...more}
    />
  );
}

const noFaults: Faults = new Map();

interface Props {
  about: (typeof contentPages)[number];
  shop: StaffContent;
}

/** A form for what a page says and shows, beside the page as it will look; ends in a draft release. */
export function PageEditor({ about, shop }: Props) {
  const { page, keys, path, title } = about;
  const [one, setOne] = useState(() => editedOn(page, shop.content));
  const [hasTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const changed = changedKeys(one, keys);
  useLeaveQuestion(changed.length > 0);
  const faults = new Map(keys.map((key) => [key, faultsOf(key, one.draft)]));
  const isFaulty = changed.some((key) => faults.get(key)?.size);

  const save = useMutation({
    mutationFn: (edited: Edited) =>
      asStaff((customer) =>
        saveContent(
          edited.release,
          `Pages: ${title}`,
          { content: changesOf(edited, keys) },
          customer,
        ),
      ),
    onSuccess: async (_saved, { release }) => {
      forgetEdited(page);
      await client.invalidateQueries({ queryKey: ['releases'] });
      goTo({ at: 'catalogue', page: 'release', query: { id: release } });
    },
  });

  function change(draft: Content): void {
    const next = { ...one, draft };
    setOne(next);
    keepEdited(page, next);
  }

  function submit(): void {
    setTried(true);
    if (changed.length === 0 || save.isPending) return;
    if (isFaulty) {
      // Once the faults are shown.
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    save.mutate(one);
  }

  return (
    <div className="pages-editor">
      <form
        ref={form}
        noValidate
        className="pages-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {keys.map((kind) => (
          <section key={kind} aria-label={keyTitles[kind] ?? title} className="pages-kind">
            {keyTitles[kind] && <h2 className="heading">{keyTitles[kind]}</h2>}
            <KindForm
              kind={kind}
              draft={one.draft}
              onChange={change}
              faults={(hasTried && faults.get(kind)) || noFaults}
              categories={shop.categories}
            />
          </section>
        ))}
        <MissingPassages keys={keys} draft={one.draft} />
        <div className="pages-save">
          <button type="submit" className="button" disabled={changed.length === 0}>
            Save as a draft
          </button>
          <p className="studio-soft">
            {changed.length === 0
              ? 'Nothing is changed yet.'
              : 'Shoppers see nothing of it before it is published.'}
          </p>
          <p role="alert" className="message-error">
            {save.isError && problemText(save.error)}
            {hasTried && isFaulty && 'Something needs another look.'}
          </p>
        </div>
      </form>
      <PagePreview
        path={path}
        show={(preview) => {
          putContent(preview, one.draft, keys);
          return rulesOf(path, one.draft);
        }}
      />
    </div>
  );
}
