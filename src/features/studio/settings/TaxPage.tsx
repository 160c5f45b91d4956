import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#api/http/api-error.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { momentText } from '../day-text.ts';
import { Problem } from '../Problem.tsx';
import { taxesQuery } from './tax-query.ts';
import { TaxForm } from './TaxForm.tsx';
import { taxSettingsText } from './tax-texts.ts';

const SAVED =
  'Saved. Pages follow in a few minutes; shoppers already at the payment page pay the amount shown there.';

/** Settings of tax and duties, for managers. */
export function TaxPage() {
  const { data, error, refetch } = useQuery(taxesQuery);
  const [news, setNews] = useState('');
  if (!data) {
    return error ? <Problem text={messageOf(error)} onRetry={() => void refetch()} /> : <Loading />;
  }
  const { taxes, changes } = data;
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Tax and duties</h1>
      </div>
      <output className="studio-news">{news}</output>
      {/* After a change by anyone the form restarts from the current settings. */}
      <TaxForm key={changes[0]?.id ?? ''} seen={taxes} onSaved={() => setNews(SAVED)} />
      {changes.length > 0 && (
        <section aria-labelledby="tax-changes" className="studio-panel studio-factor">
          <h2 id="tax-changes" className="studio-subheading">
            Changes
          </h2>
          <ul className="grid gap-2">
            {changes.map(({ id, at, by, was, now }) => (
              <li key={id}>
                {momentText(at)}, {by ?? 'in the database'}: {taxSettingsText(now)}{' '}
                <span className="studio-soft">(before: {taxSettingsText(was)})</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
