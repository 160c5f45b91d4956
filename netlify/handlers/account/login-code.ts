import { LoginCodeBody } from '#domain/contracts/account-bodies.ts';
import { afterAnswer } from '#server/after-answer.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { askLoginCode, oweLoginCode } from '#server/auth/login-by-code.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';
import { readBody } from '#server/request-body.ts';

async function mailCode(request: string, email: string): Promise<void> {
  const mail = await oweLoginCode(request, email);
  if (mail) await sendDueMails({ mail });
}

/** Asks for a login code. The answer and its timing do not reveal whether the address has an account. */
export default async function askForCode(request: Request, { ip }: Visit): Promise<Response> {
  const { email } = await readBody(request, LoginCodeBody);
  const asked = await askLoginCode(email, ip);
  afterAnswer('Mailing a login code failed', () => mailCode(asked, email));
  return answer(202, { email, request: asked });
}
