import { LONGEST } from '#domain/catalogue/catalogue-rules.ts';
import type { SearchWords } from '#domain/catalogue/search-words.ts';
import { Button } from '../Button.tsx';
import type { Faults } from '../form/Field.tsx';
import { TextField } from '../form/TextField.tsx';
import { ReplacePicture } from '../ReplacePicture.tsx';
import { SearchResult } from './SearchResult.tsx';

interface Props {
  /** Null or empty for the default. */
  value: SearchWords;
  /** Defaults. */
  usual: { title: string; description: string; picture: string | null };
  /** Path of the page. */
  path: string;
  faults: Faults;
  warningOf?: (text: string) => string | undefined;
  onChange: (words: Partial<SearchWords>) => void;
}

/** Title, description and picture of a page in search results and shared links, with a preview of both. */
export function SearchFields({ value, usual, path, faults, warningOf, onChange }: Props) {
  const { search_title, search_description, share_picture } = value;
  return (
    <div className="search-fields">
      <div className="search-inputs">
        <TextField
          label="Title for search engines"
          hint={usual.title === '' ? 'Empty: the name.' : `Empty: “${usual.title}”.`}
          max={LONGEST.search_title}
          fault={faults.get('search_title')}
          warning={warningOf?.(search_title ?? '')}
          value={search_title ?? ''}
          onChange={(text) => onChange({ search_title: text || null })}
        />
        <TextField
          label="Description for search engines"
          hint="One or two sentences. Empty: as in the preview."
          rows={3}
          max={LONGEST.search_description}
          fault={faults.get('search_description')}
          warning={warningOf?.(search_description ?? '')}
          value={search_description ?? ''}
          onChange={(text) =>
            onChange({ search_description: text.replaceAll(/[\t\n\r]+/g, ' ') || null })
          }
        />
        <fieldset className="search-picture">
          <legend className="label">Picture of shared links</legend>
          <div className="studio-actions">
            <ReplacePicture
              name="of shared links"
              slug="share"
              verb={share_picture ? 'Replace the picture' : 'Choose a picture'}
              onPicture={(address) => onChange({ share_picture: address })}
            />
            {share_picture && (
              <Button onClick={() => onChange({ share_picture: null })}>Use the default</Button>
            )}
          </div>
        </fieldset>
      </div>
      <SearchResult
        title={search_title || usual.title}
        description={search_description || usual.description}
        picture={share_picture || usual.picture}
        path={path}
      />
    </div>
  );
}
