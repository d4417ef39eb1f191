import AppsSection from '#frontend/features/programs/apps-section.tsx';
import KeysSection from '#frontend/features/programs/keys-section.tsx';
import WebhooksSection from '#frontend/features/programs/webhooks-section.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { AccountTabs } from './account-tabs.tsx';

/** Programs that act for the user. */
export default function ProgramsPage() {
  const { user_id: userId } = useUser();
  return (
    <DeskFrame
      title={t('Programs')}
      tabs={<AccountTabs current="/settings/programs" />}
      subtitle={t('What acts for you without you, and how far it may go.')}
    >
      <AppsSection userId={userId} />
      <KeysSection userId={userId} holder="account" />
      <WebhooksSection userId={userId} holder="account" />
    </DeskFrame>
  );
}
