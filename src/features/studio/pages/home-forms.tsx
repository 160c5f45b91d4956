import { Content } from '#domain/site-content/content.ts';
import { Choice, markdownHint, Words } from '../form-fields.tsx';
import { contentLabels, itemLabels } from './content-labels.ts';
import type { FormProps } from './form-props.ts';
import { moved, OrderButtons } from './OrderButtons.tsx';
import { PictureFields } from './PictureFields.tsx';

const heroFields = Content.shape.hero.shape;
const tilesFields = Content.shape.tiles.shape;
const tilesItemFields = tilesFields.tiles.element.shape;
const featuredFields = Content.shape.featured.shape;

export function HeroForm({ value, onChange, faults }: FormProps<Content['hero']>) {
  return (
    <>
      <PictureFields
        name={contentLabels.hero.picture}
        value={value}
        onChange={(changes) => onChange({ ...value, ...changes })}
      />
      <Words
        label={contentLabels.hero.alt}
        max={heroFields.alt.maxLength}
        value={value.alt}
        fault={faults.get('alt')}
        hint="For those who cannot see it. Empty: it only decorates."
        onChange={(alt) => onChange({ ...value, alt })}
      />
    </>
  );
}

export function TilesForm({ value, onChange, faults, categories }: FormProps<Content['tiles']>) {
  const { heading, subtitle, tiles } = value;
  const choices = [
    ['', 'All products'],
    ...categories.map(({ slug, name }) => [slug, name] as const),
  ] as const;
  return (
    <>
      <Words
        label={contentLabels.tiles.heading}
        max={tilesFields.heading.maxLength}
        value={heading}
        fault={faults.get('heading')}
        onChange={(text) => onChange({ ...value, heading: text })}
      />
      <Words
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
          // They have no names of their own, and two may be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="pages-item">
            <PictureFields name={name} value={tile} onChange={change} />
            <Choice
              label={name + itemLabels.tiles.parts.category}
              value={categories.some(({ slug }) => slug === tile.category) ? tile.category : ''}
              choices={choices}
              onChange={(category) => change({ category })}
            />
            <Words
              label={name + itemLabels.tiles.parts.title}
              max={tilesItemFields.title.maxLength}
              value={tile.title}
              fault={faults.get(`tiles.${index}.title`)}
              hint="Read to those who cannot see the picture; the tile shows no words."
              onChange={(title) => change({ title })}
            />
            <Words
              label={name + itemLabels.tiles.parts.description}
              max={tilesItemFields.description.maxLength}
              value={tile.description}
              fault={faults.get(`tiles.${index}.description`)}
              onChange={(description) => change({ description })}
            />
            <OrderButtons
              name={name}
              index={index}
              last={tiles.length - 1}
              onMove={(to) => onChange({ ...value, tiles: moved(tiles, index, to) })}
            />
          </div>
        );
      })}
    </>
  );
}

export function FeaturedForm({ value, onChange, faults }: FormProps<Content['featured']>) {
  const change = (changes: Partial<typeof value>) => onChange({ ...value, ...changes });
  return (
    <>
      <Words
        label={contentLabels.featured.heading}
        max={featuredFields.heading.maxLength}
        value={value.heading}
        fault={faults.get('heading')}
        onChange={(heading) => change({ heading })}
      />
      <Words
        label={contentLabels.featured.headline}
        rows={3}
        max={featuredFields.headline.maxLength}
        value={value.headline}
        fault={faults.get('headline')}
        hint="Each line of it is one on the page."
        onChange={(headline) => change({ headline })}
      />
      <Words
        label={contentLabels.featured.text}
        rows={8}
        max={featuredFields.text.maxLength}
        value={value.text}
        fault={faults.get('text')}
        hint={markdownHint}
        onChange={(text) => change({ text })}
      />
      <Words
        label={contentLabels.featured.slogan}
        max={featuredFields.slogan.maxLength}
        value={value.slogan}
        fault={faults.get('slogan')}
        onChange={(slogan) => change({ slogan })}
      />
      <PictureFields name={contentLabels.featured.picture} value={value} onChange={change} />
      <Words
        label={contentLabels.featured.alt}
        max={featuredFields.alt.maxLength}
        value={value.alt}
        fault={faults.get('alt')}
        onChange={(alt) => change({ alt })}
      />
    </>
  );
}
