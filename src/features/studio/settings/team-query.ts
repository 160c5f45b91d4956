import { getTeam } from '#domain/contracts/staff-team.ts';
import { staffQuery } from '../kit/staff-query.ts';

/** Everyone who may use the studio, and open invitations. */
export const teamQuery = staffQuery(['team'], getTeam, {});
