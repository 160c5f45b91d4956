import { company } from '#brand/company.ts';
import { imageAddress } from '#domain/catalogue/image.ts';
import { summaryOf } from '#domain/basics/meta-description.ts';
import './search.css';

interface Props {
  /** Without the brand. */
  title: string;
  description: string;
  picture: string | null;
  path: string;
}

/** Characters of a title that search engines show before truncating it. */
const shownTitle = 60;

/** A page as search engines show it, and as a link to it looks in a message. */
export function SearchResult({ title, description, picture, path }: Props) {
  const full = title === company.brand ? title : `${title} – ${company.brand}`;
  const summary = summaryOf(description);
  const steps = path.split('/').filter(Boolean);
  return (
    <div className="search-looks">
      <figure className="search-look">
        <figcaption className="label">In search results</figcaption>
        <div className="search-result">
          <p>{company.brand}</p>
          <p className="search-address">{[location.host, ...steps].join(' › ')}</p>
          <p className="search-title">{summaryOf(full, shownTitle)}</p>
          <p>{summary}</p>
        </div>
      </figure>
      <figure className="search-look">
        <figcaption className="label">As a shared link</figcaption>
        <div className="search-share">
          {picture && <img src={imageAddress(picture, 640)} alt="" loading="lazy" />}
          <div>
            <p className="search-address">{location.host}</p>
            <p className="search-name">{full}</p>
            <p>{summary}</p>
          </div>
        </div>
      </figure>
    </div>
  );
}
