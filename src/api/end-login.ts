/**
 * Ends a login on the server; the browser need not wait for it.
 * @param access the login's access token, even if expired.
 */
export async function endLogin(access: string): Promise<void> {
  try {
    await fetch('/api/auth/logout/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access}` },
      body: '{}',
      // Outlives the page, which is being left.
      keepalive: true,
    });
  } catch (error) {
    console.error('The login could not be ended at the server', error);
  }
}
