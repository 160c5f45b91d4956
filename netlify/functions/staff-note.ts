import type { Config } from '@netlify/functions';
import { NoteBody } from '#domain/wire/staff-dispatch.ts';
import { addNote } from '#server/staff/dispatch.ts';
import { staffCaller } from '#server/staff/staff-data.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/staff/note' };

/** Notes something about an order that only staff read. */
export default endpoint({
  POST: async (request) => {
    const staff = await staffCaller(request);
    return answer(200, await addNote(staff, await readBody(request, NoteBody)));
  },
});
