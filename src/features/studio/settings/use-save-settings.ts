import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSettings, type ShopSettings } from '#domain/wire/staff-settings.ts';
import { asStaff } from '../as-staff.ts';
import { settingsQuery } from './settings-query.ts';

/** Props of a form of settings. */
export interface SettingsForm {
  /** Settings when the form opened. */
  seen: ShopSettings;
  onSaved: () => void;
}

/** Saves changed settings; the others stay. */
export function useSaveSettings({ seen, onSaved }: SettingsForm) {
  const client = useQueryClient();
  const [change] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: (changed: Partial<ShopSettings>) =>
      asStaff(changeSettings, { change, seen, settings: { ...seen, ...changed } }),
    onSuccess: (answer) => {
      client.setQueryData(settingsQuery.queryKey, answer);
      onSaved();
    },
  });
}
