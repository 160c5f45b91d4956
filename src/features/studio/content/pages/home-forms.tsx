import { Content } from '#domain/site-content/content.ts';
import { SelectField } from '../../kit/form/SelectField.tsx';
import { MarkdownField } from '../../kit/form/MarkdownField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { brokenLinks, linkWarning } from '../shop-pages.ts';
import { contentLabels, itemLabels } from './content-labels.ts';
import type { FormProps } from './form-props.ts';
import { MoveButtons } from '../../kit/MoveButtons.tsx';
import { moved } from '../../kit/moved.ts';
import { PictureFields } from './PictureFields.tsx';

const heroFields = Content.shape.hero.shape;
const tilesFields = Content.shape.tiles.shape;
const tilesItemFields = tilesFields.tiles.element.shape;
const featuredFields = Content.shape.featured.shape;

const linkHint = 'A path in the shop such as /all-products, or an https:// address.';

export function HeroForm({ value, onChange, faults, shop }: FormProps<Content['hero']>) {
  return (
    <>
      <PictureFields
        name={contentLabels.hero.picture}
        value={value}
        onChange={(changes) => onChange({ ...value, ...changes })}
      />
      <TextField
        label={contentLabels.hero.alt}
        max={heroFields.alt.maxLength}
        value={value.alt}
        fault={faults.get('alt')}
        hint="For people who cannot see the picture. Empty if it is decorative."
        onChange={(alt) => onChange({ ...value, alt })}
      />
      <TextField
        label={contentLabels.hero.text}
        max={heroFields.text.maxLength}
        value={value.text}
        fault={faults.get('text')}
        hint="Empty: none."
        onChange={(text) => onChange({ ...value, text })}
      />
      <TextField
        label={contentLabels.hero.button}
        max={heroFields.button.maxLength}
        value={value.button}
        fault={faults.get('button')}
        hint="Empty: none."
        onChange={(button) => onChange({ ...value, button })}
      />
      <TextField
        label={contentLabels.hero.link}
        maxLength={heroFields.link.maxLength ?? undefined}
        value={value.link}
        fault={faults.get('link')}
        warning={linkWarning([value.link], shop)}
        hint={linkHint}
        onChange={(link) => onChange({ ...value, link })}
      />
    </>
  );
}

export function TilesForm({ value, onChange, faults, shop }: FormProps<Content['tiles']>) {
  const { categories } = shop;
  const { heading, subtitle, tiles } = value;
  const choices = {
    '': 'All products',
    ...Object.fromEntries(categories.map(({ slug, name }) => [slug, name])),
  };
  return (
    <>
      <TextField
        label={contentLabels.tiles.heading}
        max={tilesFields.heading.maxLength}
        value={heading}
        fault={faults.get('heading')}
        onChange={(text) => onChange({ ...value, heading: text })}
      />
      <TextField
        label={contentLabels.tiles.subtitle}
        max={tilesFields.subtitle.maxLength}
        value={subtitle}
        fault={faults.get('subtitle')}
        onChange={(text) => onChange({ ...value, subtitle: text })}
      />
      {tiles.map((tile, index) => {
        const name = `${itemLabels.tiles.name} ${index + 1}`;
        const change = (changes: Partial<typeof tile>) =>
          onChange({ ...value, tiles: tiles.with(index, { ...tile, ...changes }) });
        return (
          // Tiles have no ids, and two may be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="pages-item">
            <PictureFields name={name} value={tile} onChange={change} />
            <SelectField
              label={name + itemLabels.tiles.parts.category}
              value={categories.some(({ slug }) => slug === tile.category) ? tile.category : ''}
              choices={choices}
              onChange={(category) => change({ category })}
            />
            <TextField
              label={name + itemLabels.tiles.parts.link}
              maxLength={tilesItemFields.link.maxLength ?? undefined}
              value={tile.link}
              fault={faults.get(`tiles.${index}.link`)}
              warning={linkWarning([tile.link], shop)}
              hint="Instead of the category: a path in the shop such as /product-details/7, or an https:// address."
              onChange={(link) => change({ link })}
            />
            <TextField
              label={name + itemLabels.tiles.parts.title}
              max={tilesItemFields.title.maxLength}
              value={tile.title}
              fault={faults.get(`tiles.${index}.title`)}
              hint="Read out to people who cannot see the picture; the tile itself shows no text."
              onChange={(title) => change({ title })}
            />
            <TextField
              label={name + itemLabels.tiles.parts.description}
              max={tilesItemFields.description.maxLength}
              value={tile.description}
              fault={faults.get(`tiles.${index}.description`)}
              onChange={(description) => change({ description })}
            />
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

export function FeaturedForm({ value, onChange, faults, shop }: FormProps<Content['featured']>) {
  const change = (changes: Partial<typeof value>) => onChange({ ...value, ...changes });
  return (
    <>
      <TextField
        label={contentLabels.featured.heading}
        max={featuredFields.heading.maxLength}
        value={value.heading}
        fault={faults.get('heading')}
        onChange={(heading) => change({ heading })}
      />
      <TextField
        label={contentLabels.featured.headline}
        rows={3}
        max={featuredFields.headline.maxLength}
        value={value.headline}
        fault={faults.get('headline')}
        hint="Each line becomes a line on the page."
        onChange={(headline) => change({ headline })}
      />
      <MarkdownField
        label={contentLabels.featured.text}
        rows={8}
        max={featuredFields.text.maxLength}
        value={value.text}
        fault={faults.get('text')}
        warning={brokenLinks(value.text, shop)}
        onChange={(text) => change({ text })}
      />
      <TextField
        label={contentLabels.featured.slogan}
        max={featuredFields.slogan.maxLength}
        value={value.slogan}
        fault={faults.get('slogan')}
        onChange={(slogan) => change({ slogan })}
      />
      <PictureFields name={contentLabels.featured.picture} value={value} onChange={change} />
      <TextField
        label={contentLabels.featured.alt}
        max={featuredFields.alt.maxLength}
        value={value.alt}
        fault={faults.get('alt')}
        onChange={(alt) => change({ alt })}
      />
    </>
  );
}
