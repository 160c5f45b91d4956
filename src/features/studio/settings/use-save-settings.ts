import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeSettings, type ShopSettings } from '#domain/contracts/staff-settings.ts';
import { asStaff } from '../kit/as-staff.ts';
import { settingsQuery } from './settings-query.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';

/** Props of a form of settings. */
export interface SettingsForm {
  /** Settings when the form opened. */
  seen: ShopSettings;
  onSaved: () => void;
}

/** Saves changed settings; the others stay. */
export function useSaveSettings({ seen, onSaved }: SettingsForm) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  return useMutation({
    mutationFn: (changed: Partial<ShopSettings>) =>
      asStaff(changeSettings, {
        change: keyOf([seen, changed]),
        seen,
        settings: { ...seen, ...changed },
      }),
    onSuccess: (answer) => {
      client.setQueryData(settingsQuery.queryKey, answer);
      onSaved();
    },
  });
}
