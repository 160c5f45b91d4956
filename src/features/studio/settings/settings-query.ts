import { getSettings } from '#domain/contracts/staff-settings.ts';
import { staffQuery } from '../kit/staff-query.ts';

/** Tax settings and their changes. */
export const settingsQuery = staffQuery(['settings'], getSettings, {});
