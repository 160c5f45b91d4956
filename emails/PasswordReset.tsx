import { Button, Text } from 'react-email';
import { Layout } from './Layout.tsx';
import { colours, text } from './look.ts';

/** The link to a new password. Supabase sends it and fills in what is a template of Go's here. */
export function PasswordReset() {
  return (
    <Layout
      title="Choose a new password"
      preview="The link works once, for one hour."
      heading="Choose a new password"
    >
      <Text className="ink" style={{ ...text, margin: '16px 0 24px' }}>
        Someone, you we hope, asked for a new password for your account.
      </Text>
      <Button
        href="{{ .SiteURL }}/reset-password#token_hash={{ .TokenHash }}"
        className="button"
        style={{
          padding: '14px 28px',
          backgroundColor: colours.ink,
          color: colours.white,
          fontSize: 16,
        }}
      >
        Choose a new password
      </Button>
      <Text className="ink" style={{ ...text, margin: '24px 0 0' }}>
        The link works once, for one hour. If it was not you, do nothing: your password stays as it
        is.
      </Text>
    </Layout>
  );
}
