import { LONGEST } from '#domain/catalogue/catalogue-rules.ts';
import { plainText } from '#domain/site-content/plain-text.ts';
import { listingSummary } from '#brand/search-words.ts';
import { CENTRE, type HeadingFocus } from '#domain/site-content/content-fields.ts';
import type { EditedCategory } from '#domain/contracts/staff-categories.ts';
import type { EditKeeper } from '../releases/edits/edit-keeper.ts';
import { Button } from '../kit/Button.tsx';
import { CheckField } from '../kit/form/CheckField.tsx';
import { type Faults, faultsIn } from '../kit/form/Field.tsx';
import { fieldsOf } from '../kit/form/fields-of.ts';
import { SelectField } from '../kit/form/SelectField.tsx';
import { MarkdownField } from '../kit/form/MarkdownField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { Panel } from '../kit/Panel.tsx';
import { FocusFields } from '../kit/PictureFields.tsx';
import { ReplacePicture } from '../kit/ReplacePicture.tsx';
import { SearchFields } from '../kit/search-result/SearchFields.tsx';
import { DraftForm } from '../releases/edits/DraftForm.tsx';
import { linkTo } from '../kit/use-place.ts';
import CategoryPreview from './CategoryPreview.tsx';
import { ChosenProducts } from './ChosenProducts.tsx';
import { ruleOf } from './category-edit.ts';
import { RuleFields } from './RuleFields.tsx';
import { RulePreview } from './RulePreview.tsx';
import { TileFields } from './TileFields.tsx';
import type { TypedCategory } from './typed-category.ts';
import { useCategoryForm } from './use-category-form.ts';

interface PartProps {
  typed: TypedCategory;
  faults: Faults;
  onChange: (fields: Partial<TypedCategory>) => void;
}

const centred: HeadingFocus = { wide: CENTRE, phone: CENTRE };
const screens = [
  ['wide', 'Wide screens'],
  ['phone', 'Phones'],
] as const;

function Heading({ typed, faults, onChange }: PartProps) {
  const { kind, name, intro, picture, focus, inMenu } = typed;
  const field = fieldsOf({ name, intro }, onChange, faults);
  return (
    <Panel title="Name and heading">
      <TextField
        label="Name"
        hint="In the menu and as the heading of its page. The page’s address stays the same."
        maxLength={LONGEST.category}
        {...field('name')}
      />
      <MarkdownField
        label="Text under the heading"
        hint=" Optional; one or two sentences."
        rows={3}
        max={LONGEST.intro}
        {...field('intro')}
      />
      <fieldset className="category-picture">
        <legend className="label">Picture</legend>
        {picture !== null &&
          screens.map(([screen, title]) => (
            <fieldset key={screen} className="pages-picture">
              <legend className="label">{title}</legend>
              <FocusFields
                picture={picture}
                focus={(focus ?? centred)[screen]}
                hint="Click the part that must stay visible"
                onChange={(point) =>
                  onChange({ focus: { ...(focus ?? centred), [screen]: point } })
                }
              />
            </fieldset>
          ))}
        <div className="studio-actions">
          <ReplacePicture
            name="of the heading"
            slug="category"
            verb={picture === null ? 'Choose a picture' : 'Replace the picture'}
            // The old focal points mean nothing for a new picture.
            onPicture={(address) => onChange({ picture: address, focus: null })}
          />
          {picture !== null && (
            <Button onClick={() => onChange({ picture: null, focus: null })}>
              Remove the picture
            </Button>
          )}
        </div>
        <p className="studio-soft">
          Optional. Above the heading, and where somebody shares the page’s link; without one, that
          shows the first product.
        </p>
      </fieldset>
      {kind === 'collection' && (
        <CheckField checked={inMenu} onChange={(on) => onChange({ inMenu: on })}>
          In the menu, while it has products
        </CheckField>
      )}
    </Panel>
  );
}

function Searched({ typed, faults, onChange }: PartProps) {
  const { was, name, intro, picture, search } = typed;
  return (
    <Panel title="Search engines and sharing">
      <SearchFields
        value={search}
        usual={{
          title: name,
          description: plainText(intro) || listingSummary(name),
          picture: picture ?? was?.image ?? null,
        }}
        path={was ? `/productListing/${was.id}` : '/productListing'}
        faults={faults}
        onChange={(words) => onChange({ search: { ...search, ...words } })}
      />
    </Panel>
  );
}

function Products({
  typed,
  faults,
  categories,
  onChange,
}: PartProps & { categories: readonly EditedCategory[] }) {
  const { kind, was, byRule, rule, products } = typed;
  const given = ruleOf(rule);
  if (kind === 'category') {
    if (was === null) return null;
    return (
      <Panel title="Products">
        <p>
          <a
            className="link"
            {...linkTo({ at: 'catalogue', page: 'order', query: { category: was.slug } })}
          >
            Order of its products
          </a>
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Products">
      <fieldset className="category-choices">
        <legend className="sr-only">Products are chosen</legend>
        {[
          [false, 'Chosen by hand, in your order'],
          [true, 'Chosen by a rule, newest first'],
        ].map(([isRule, text]) => (
          <label key={String(text)} className="studio-check">
            <input
              type="radio"
              name="by-rule"
              checked={byRule === isRule}
              onChange={() => onChange({ byRule: isRule === true })}
            />
            {text}
          </label>
        ))}
      </fieldset>
      {byRule ? (
        <>
          <RuleFields
            rule={rule}
            categories={categories.filter((one) => one.kind === 'category' && !one.archived)}
            faults={faults}
            onChange={(next) => onChange({ rule: next })}
          />
          {given && <RulePreview rule={given} slug={was?.slug} />}
        </>
      ) : (
        <ChosenProducts chosen={products} onChange={(next) => onChange({ products: next })} />
      )}
    </Panel>
  );
}

function Archive({
  typed,
  faults,
  categories,
  leaves,
  onChange,
}: PartProps & { categories: readonly EditedCategory[]; leaves: boolean }) {
  const { kind, was, archived, moveTo } = typed;
  if (was === null) return null;
  const others = categories.filter(
    (one) => one.kind === 'category' && !one.archived && one.slug !== was.slug,
  );
  return (
    <Panel title="Archive">
      <CheckField checked={archived} onChange={(on) => onChange({ archived: on, moveTo: '' })}>
        Archived: not in the shop
      </CheckField>
      {leaves && (
        <SelectField
          label="Its products move to"
          hint="A category can only leave without products that are on sale or will open."
          fault={faults.get('moveTo')}
          choices={Object.fromEntries(others.map(({ slug, name }) => [slug, name]))}
          value={moveTo}
          onChange={(slug) => onChange({ moveTo: slug })}
        />
      )}
      {kind === 'collection' && (
        <p className="studio-soft">The products stay in the shop, in their categories.</p>
      )}
    </Panel>
  );
}

const noFaults: Faults = new Map();

interface Props {
  edits: EditKeeper<TypedCategory>;
  /** The category's slug in its draft; undefined before the first save. */
  slug: string | undefined;
  categories: readonly EditedCategory[];
}

/** Edits a category or collection; saving makes a draft release. */
export function CategoryForm({ edits, slug, categories }: Props) {
  const { typed, draft, change, leaves, faults } = useCategoryForm(edits, slug);
  return (
    <DraftForm
      edits={edits}
      draft={draft}
      isFaulty={faults.size > 0}
      className="category-form"
      preview={<CategoryPreview heading={typed} shop={typed.was} />}
    >
      {(hasTried) => {
        const part = { typed, faults: hasTried ? faults : noFaults, onChange: change };
        return (
          <>
            <Heading {...part} />
            <Products {...part} categories={categories} />
            <Panel title="Tile">
              <TileFields
                tile={typed.tile}
                faults={faultsIn(part.faults, 'tile')}
                onChange={(tile) => change({ tile })}
              />
            </Panel>
            <Searched {...part} />
            <Archive {...part} categories={categories} leaves={leaves} />
          </>
        );
      }}
    </DraftForm>
  );
}
