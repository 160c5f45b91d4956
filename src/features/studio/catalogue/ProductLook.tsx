import { useRef } from 'react';
import { imageAddress, imagePath } from '#domain/address/image.ts';
import { formatPounds, pence } from '#domain/money.ts';
import type { EditedColour, EditedProduct } from '#domain/wire/staff-catalogue.ts';

interface Props {
  product: EditedProduct;
  /** The category's name. */
  category: string;
}

function pictureOf(colour: EditedColour | undefined, width: number): string {
  const [image] = colour?.images ?? [];
  return imageAddress(imagePath(image === undefined ? undefined : { image }, ''), width);
}

/** The card of one colour as listings show it, without what it does there. */
function Card({ product, category, colour }: Props & { colour: EditedColour }) {
  return (
    <li className="product-card">
      <div className="frame">
        <img
          src={pictureOf(colour, 360)}
          alt={`${product.name}, ${colour.color_name}`}
          width="480"
          height="600"
          loading="lazy"
        />
      </div>
      <div className="facts">
        <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
          <p className="cover grow basis-44">
            <span className="block font-semibold">{product.name}</span>
            <span className="block">{colour.color_name}</span>
          </p>
          <p className="whitespace-nowrap tabular-nums">
            {formatPounds(pence(product.price_pence))}
          </p>
        </div>
        <p className="text-ink-soft">{category}</p>
      </div>
    </li>
  );
}

/**
 * A product as shoppers will see it: its cards, and what its page says. In the look of both, and not by their components: a file
 * that the studio shares with the product's page would cost every shopper 300 bytes.
 */
export function ProductLook({ product, category }: Props) {
  const page = useRef<HTMLDialogElement>(null);
  const colours = product.colours.filter(({ archived }) => !archived);
  const pictures = colours.flatMap(({ images }) => images).slice(0, 6);
  return (
    <div className="release-look">
      <ul className="release-cards">
        {colours.slice(0, 4).map((colour) => (
          <Card key={colour.color_name} product={product} category={category} colour={colour} />
        ))}
      </ul>
      <button
        type="button"
        className="studio-small"
        aria-haspopup="dialog"
        aria-label={`The page of ${product.name}`}
        onClick={() => page.current?.showModal()}
      >
        Its page
      </button>
      <dialog ref={page} className="studio-dialog release-page" aria-label={product.name}>
        <button type="button" className="button-quiet" onClick={() => page.current?.close()}>
          Close
        </button>
        <div className="release-page-parts">
          <div className="release-gallery">
            {pictures.map((image) => (
              <img
                key={image}
                src={imageAddress(imagePath({ image }, ''), 640)}
                alt=""
                width="640"
                height="800"
                loading="lazy"
              />
            ))}
          </div>
          <div className="release-page-facts">
            <p className="eyebrow text-ink-soft">{category}</p>
            <h3 className="title">{product.name}</h3>
            <p className="text-xl tabular-nums">{formatPounds(pence(product.price_pence))}</p>
            <p className="whitespace-pre-line">{product.description}</p>
            {product.material !== null && (
              <p className="text-sm text-ink-soft">Material: {product.material}</p>
            )}
            <p>{colours.map(({ color_name }) => color_name).join(', ')}</p>
          </div>
        </div>
      </dialog>
    </div>
  );
}
