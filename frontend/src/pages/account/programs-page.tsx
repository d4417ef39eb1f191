import Alert from '@mui/material/Alert';
import AppsSection from '#frontend/features/identity/keys/apps-section.tsx';
import KeysSection from '#frontend/features/identity/keys/keys-section.tsx';
import WebhooksSection from '#frontend/features/webhooks/webhooks-section.tsx';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { AgeReason } from '#frontend/ui/age/age-note.tsx';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { AccountTabs } from './account-tabs.tsx';

/** Apps and API keys that act for the user. */
export default function ProgramsPage() {
  const { user_id: userId } = useUser();
  const refusal = useAgeRefusal(userId, 'secret_address');
  return (
    <DeskFrame
      title={t('Apps and API keys')}
      tabs={<AccountTabs current="/settings/programs" />}
      subtitle={t('Connected apps, API keys and webhooks that can act for your account or receive its events.')}
    >
      {refusal !== null && (
        <Alert severity="info" sx={{ marginBlockEnd: 3 }}>
          <p style={{ margin: 0 }}>{t('Apps, keys and webhooks of this account are paused, so nothing outside can read its data.')}</p>
          <AgeReason refusal={refusal} />
        </Alert>
      )}
      <AppsSection userId={userId} />
      <KeysSection userId={userId} holder="account" />
      <WebhooksSection userId={userId} holder="account" />
    </DeskFrame>
  );
}
