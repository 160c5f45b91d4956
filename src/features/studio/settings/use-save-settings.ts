import { useQueryClient } from '@tanstack/react-query';
import { changeSettings, type ShopSettings } from '#domain/contracts/staff-settings.ts';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { settingsQuery } from './settings-query.ts';

/** Props of a form of settings. */
export interface SettingsForm {
  /** Settings when the form opened. */
  seen: ShopSettings;
  onSaved: () => void;
}

/** The form of changed settings; the others stay. Their fields are in `settings`. */
export function useSaveSettings({ seen, onSaved }: SettingsForm, changed: Partial<ShopSettings>) {
  const client = useQueryClient();
  return useContractForm(changeSettings, {
    asked: { seen, settings: { ...seen, ...changed } },
    key: 'change',
    changes: ['settings'],
    done(answer) {
      client.setQueryData(settingsQuery.queryKey, answer);
      onSaved();
      return '';
    },
  });
}
