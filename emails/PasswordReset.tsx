import { Text } from 'react-email';
import { CompanyFacts } from './CompanyFacts.tsx';
import { Layout } from './Layout.tsx';
import { text } from './look.ts';
import { MainButton } from './MainButton.tsx';

/** The password reset e-mail. Supabase sends it and fills in the Go template placeholders. */
export function PasswordReset() {
  return (
    <Layout
      title="Choose a new password"
      preview="The link works once, for one hour."
      heading="Choose a new password"
      footer={<CompanyFacts />}
      shop="{{ .SiteURL }}"
    >
      <Text className="ink" style={{ ...text, margin: '16px 0 24px' }}>
        Someone, you we hope, asked for a new password for your account.
      </Text>
      <MainButton href="{{ .SiteURL }}/reset-password#token_hash={{ .TokenHash }}">
        Choose a new password
      </MainButton>
      <Text className="ink" style={{ ...text, margin: '24px 0 0' }}>
        The link works once, for one hour. If it was not you, do nothing: your password stays as it
        is.
      </Text>
    </Layout>
  );
}
