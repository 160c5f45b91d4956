import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { messageOf } from '#api/http/api-error.ts';
import type { ShopSettings } from '#domain/wire/staff-settings.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { momentText } from '../day-text.ts';
import { Panel } from '../Panel.tsx';
import { Problem } from '../Problem.tsx';
import { settingsQuery } from './settings-query.ts';
import type { SettingsForm } from './use-save-settings.ts';

interface Props {
  title: string;
  Form: ComponentType<SettingsForm>;
  /** Announced after saving. */
  saved: string;
  /** The form's part of the settings in words, for the list of changes. */
  text: (settings: ShopSettings) => string;
}

/** A form of settings with the latest changes. */
export function SettingsPage({ title, Form, saved, text }: Props) {
  const { data, error, refetch } = useQuery(settingsQuery);
  const [news, setNews] = useState('');
  if (!data) {
    return error ? <Problem text={messageOf(error)} onRetry={() => void refetch()} /> : <Loading />;
  }
  const changes = data.changes.filter(({ was, now }) => text(was) !== text(now));
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">{title}</h1>
      </div>
      <output className="studio-news">{news}</output>
      <div className="settings-page">
        {/* After a change by anyone the form restarts from the current settings. */}
        <Form key={data.changes[0]?.id ?? ''} seen={data.settings} onSaved={() => setNews(saved)} />
        {changes.length > 0 && (
          <Panel title="Changes">
            <ul className="grid gap-2">
              {changes.map(({ id, at, by, was, now }) => (
                <li key={id}>
                  {momentText(at)}, {by ?? 'in the database'}: {text(now)}{' '}
                  <span className="studio-soft">(before: {text(was)})</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  );
}
