/**
 * Ends a login at the server; the browser need not wait for it.
 * @param access the login's access token, even an expired one.
 */
export async function endLogin(access: string): Promise<void> {
  try {
    await fetch('/api/auth/logout/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access}` },
      body: '{}',
      // The page is being left.
      keepalive: true,
    });
  } catch (error) {
    console.error('The login could not be ended at the server', error);
  }
}
