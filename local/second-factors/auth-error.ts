/** A refusal in the form of Supabase Auth. @see https://supabase.com/docs/guides/auth/debugging/error-codes */
export class AuthRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  answer(): Response {
    const { status, code, message } = this;
    const body = { code: status, error_code: code, msg: message };
    return Response.json(body, { status, headers: { 'x-sb-error-code': code } });
  }
}
