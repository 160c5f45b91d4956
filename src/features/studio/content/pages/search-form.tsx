import type { Content } from '#domain/site-content/content.ts';
import type { SearchKey } from '#domain/site-content/search-keys.ts';
import { firstWords } from '#domain/site-content/first-words.ts';
import { homeTitle, pageSummaries, usualSharePicture } from '#brand/search-words.ts';
import { SearchFields } from '../../kit/search-result/SearchFields.tsx';
import { contentPages } from './content-pages.ts';
import type { FormProps } from './form-props.ts';

type Usual = (draft: Content) => { title: string; description: string };

function ofText(key: 'terms' | 'returns' | 'privacy' | 'contact'): Usual {
  return ({ [key]: { title, text } }) => ({ title, description: firstWords(text) });
}

/** Search results of each page without words of its own. */
const usual: Readonly<Record<SearchKey, Usual>> = {
  home_search: () => ({ title: homeTitle, description: pageSummaries.home }),
  listing_search: () => ({ title: 'All Products', description: pageSummaries.listing }),
  faq_search: () => ({ title: 'Frequently Asked Questions', description: pageSummaries.faq }),
  terms_search: ofText('terms'),
  returns_search: ofText('returns'),
  privacy_search: ofText('privacy'),
  contact_search: ofText('contact'),
};

/** The form of a page's words in search results and shared links. */
export function searchForm(key: SearchKey) {
  const { path } = contentPages.find(({ keys }) => keys.some((one) => one === key)) ?? {
    path: '/',
  };
  return function SearchForm({ value, draft, faults, onChange }: FormProps<Content[SearchKey]>) {
    return (
      <SearchFields
        value={value}
        usual={{ ...usual[key](draft), picture: usualSharePicture }}
        path={path}
        faults={faults}
        onChange={(words) => {
          const { search_title, search_description, share_picture } = { ...value, ...words };
          onChange({
            search_title: search_title ?? '',
            search_description: search_description ?? '',
            share_picture: share_picture ?? '',
          });
        }}
      />
    );
  };
}
