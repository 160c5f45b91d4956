import { Content } from '#domain/site-content/content.ts';
import { SelectField } from '../../kit/form/SelectField.tsx';
import { MarkdownField } from '../../kit/form/MarkdownField.tsx';
import { faultsIn } from '../../kit/form/Field.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { LinkField } from '../../kit/form/LinkField.tsx';
import { contentFields } from './content-fields.ts';
import { contentLabels, itemName, itemTexts } from './content-labels.ts';
import type { FormProps } from './form-props.ts';
import { MoveButtons } from '../../kit/MoveButtons.tsx';
import { moved } from '../../kit/sorting/moved.ts';
import { PictureFields } from '../../kit/PictureFields.tsx';

const { hero, tiles: tilesSchema, featured } = Content.shape;
const tileSchema = tilesSchema.shape.tiles.element;

export function HeroForm(props: FormProps<Content['hero']>) {
  const { value, onChange } = props;
  const field = contentFields(props, contentLabels.hero, hero.shape);
  return (
    <>
      <PictureFields
        name={contentLabels.hero.picture}
        value={value}
        onChange={(changes) => onChange({ ...value, ...changes })}
      />
      <TextField
        {...field('alt')}
        hint="For people who cannot see the picture. Empty if it is decorative."
      />
      <TextField {...field('text')} hint="Empty: none." />
      <TextField {...field('button')} hint="Empty: none." />
      <LinkField {...field('link')} max={null} maxLength={hero.shape.link.maxLength ?? undefined} />
    </>
  );
}

export function TilesForm(props: FormProps<Content['tiles']>) {
  const { value, onChange, faults, shop } = props;
  const { categories } = shop;
  const { tiles } = value;
  const field = contentFields(props, contentLabels.tiles, tilesSchema.shape);
  const choices = {
    '': 'All products',
    ...Object.fromEntries(categories.map(({ slug, name }) => [slug, name])),
  };
  return (
    <>
      <TextField {...field('heading')} />
      <TextField {...field('subtitle')} />
      {tiles.map((tile, index) => {
        const name = itemName('tiles', index);
        const set = (next: typeof tile) => onChange({ ...value, tiles: tiles.with(index, next) });
        const part = contentFields(
          { value: tile, onChange: set, faults: faultsIn(faults, `tiles.${index}`) },
          itemTexts('tiles', index),
          tileSchema.shape,
        );
        return (
          // Tiles have no ids, and two may be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="pages-item">
            <PictureFields
              name={name}
              value={tile}
              onChange={(changes) => set({ ...tile, ...changes })}
            />
            <SelectField
              {...part('category')}
              value={categories.some(({ slug }) => slug === tile.category) ? tile.category : ''}
              choices={choices}
            />
            <LinkField
              {...part('link')}
              max={null}
              maxLength={tileSchema.shape.link.maxLength ?? undefined}
              hint="Instead of the category: a path in the shop such as /product-details/7, or an https:// address."
            />
            <TextField
              {...part('title')}
              hint="Read out to people who cannot see the picture; the tile itself shows no text."
            />
            <TextField {...part('description')} />
            <p className="pages-order">
              <MoveButtons
                name={name}
                index={index}
                last={tiles.length - 1}
                onMove={(to) => onChange({ ...value, tiles: moved(tiles, index, to) })}
              />
            </p>
          </div>
        );
      })}
    </>
  );
}

export function FeaturedForm(props: FormProps<Content['featured']>) {
  const { value, onChange } = props;
  const field = contentFields(props, contentLabels.featured, featured.shape);
  return (
    <>
      <TextField {...field('heading')} />
      <TextField {...field('headline')} rows={3} hint="Each line becomes a line on the page." />
      <MarkdownField {...field('text')} rows={8} />
      <TextField {...field('slogan')} />
      <PictureFields
        name={contentLabels.featured.picture}
        value={value}
        onChange={(changes) => onChange({ ...value, ...changes })}
      />
      <TextField {...field('alt')} />
    </>
  );
}
