import { countText } from '#domain/basics/count-text.ts';
import { pictureFileName } from '#domain/catalogue/picture-file-name.ts';
import { ShortList } from './ShortList.tsx';
import type { useFetchedPictures } from './use-fetched-pictures.ts';
import type { NeededPicture } from './use-pictures.ts';
import { Button } from '../kit/Button.tsx';

interface Props {
  pictures: readonly NeededPicture[];
  isSending: boolean;
  problem: string;
  fetched: ReturnType<typeof useFetchedPictures>;
  onSend: () => void;
}

/** Upload progress of a spreadsheet's pictures, with missing and refused ones. */
export function PictureProgress({ pictures, isSending, problem, fetched, onSend }: Props) {
  const arrived = pictures.filter(({ address }) => address !== undefined);
  const missing = pictures.filter(({ file, refusal }) => !file && refusal === undefined);
  const refused = pictures.filter(({ refusal }) => refusal !== undefined);
  const waiting = pictures.length - arrived.length - missing.length - refused.length;
  return (
    <section className="import-pictures" aria-labelledby="import-pictures">
      <h2 id="import-pictures" className="studio-subheading">
        Pictures
      </h2>
      <label>
        <span>
          {arrived.length} of {countText(pictures.length, 'picture')} uploaded
        </span>
        <progress value={arrived.length} max={pictures.length} />
      </label>
      {missing.length > 0 && (
        <div>
          Missing: drop {missing.length === 1 ? 'this file' : 'these files'} or the whole folder
          here.
          <ShortList items={missing.map(({ name }) => pictureFileName(name))} shown={12} />
        </div>
      )}
      {refused.length > 0 && (
        <ul className="import-refused">
          {refused.map(({ slug, name, refusal }) => (
            <li key={`${slug}/${name}`}>
              <b>{pictureFileName(name)}</b>: {refusal}
            </li>
          ))}
        </ul>
      )}
      {fetched.wanted > 0 && (
        <div className="studio-actions">
          <Button busy={fetched.isFetching} onClick={() => void fetched.fetchAll()}>
            Fetch {countText(fetched.wanted, 'picture')} from Shopify
          </Button>
        </div>
      )}
      <div role="alert" className="studio-failure">
        {fetched.failed > 0 && !fetched.isFetching && (
          <p className="message-error">
            {countText(fetched.failed, 'picture')} could not be fetched. Try again, or drop{' '}
            {fetched.failed === 1 ? 'its file' : 'their files'}.
          </p>
        )}
        {problem !== '' && <p className="message-error">{problem}</p>}
      </div>
      {waiting > 0 && (
        <Button busy={isSending} onClick={onSend}>
          {arrived.length > 0 ? 'Upload the rest' : 'Upload the pictures'}
        </Button>
      )}
    </section>
  );
}
