import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import type { SettingsAnswer, ShopSettings } from '#domain/contracts/staff-settings.ts';
import { Button } from '../kit/Button.tsx';
import { momentText } from '../kit/day-text.ts';
import { Panel } from '../kit/Panel.tsx';
import { Awaited } from '../kit/Awaited.tsx';
import { settingsQuery } from './settings-query.ts';
import type { SettingsForm } from './use-save-settings.ts';

interface Props {
  title: string;
  Form: ComponentType<SettingsForm>;
  /** Announced after saving. */
  saved: string;
  /** The form's settings. */
  part: readonly (keyof ShopSettings)[];
  /** The form's part of the settings in words, for the list of changes. */
  text: (settings: ShopSettings) => string;
}

type OpenedProps = Pick<Props, 'Form' | 'part'> & { answer: SettingsAnswer; onSaved: () => void };

/** The form. It follows others' changes until it is used, and then keeps what was typed. */
function Opened({ Form, part, answer: { settings, changes }, onSaved }: OpenedProps) {
  const [seen, setSeen] = useState(settings);
  const [isUsed, setUsed] = useState(false);
  const partOf = (all: ShopSettings) => JSON.stringify(part.map((name) => all[name]));
  const isOutdated = partOf(seen) !== partOf(settings);
  if (seen !== settings && !(isUsed && isOutdated)) setSeen(settings);
  return (
    <div onFocus={() => setUsed(true)}>
      <output className="edit-notice">
        {isOutdated && (
          <p>
            <b>{changes[0]?.by ?? 'Somebody'}</b> has changed these settings meanwhile. Yours are
            not saved.{' '}
            <Button look="link" onClick={() => setUsed(false)}>
              Show the current ones
            </Button>
          </p>
        )}
      </output>
      <Form
        key={partOf(seen)}
        seen={seen}
        onSaved={() => {
          setUsed(false);
          onSaved();
        }}
      />
    </div>
  );
}

/** A form of settings with the latest changes. */
export function SettingsPage({ title, Form, saved, part, text }: Props) {
  const found = useQuery(settingsQuery);
  const { data } = found;
  const [news, setNews] = useState('');
  if (!data) return <Awaited query={found} />;
  const changes = data.changes.filter(({ was, now }) => text(was) !== text(now));
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">{title}</h1>
      </div>
      <output className="studio-news">{news}</output>
      <div className="settings-page">
        <Opened Form={Form} part={part} answer={data} onSaved={() => setNews(saved)} />
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
