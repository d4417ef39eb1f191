import { SettingsView } from '#frontend/features/settings/preferences/settings-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { AccountTabs } from './account-tabs.tsx';

export default function SettingsPage() {
  const { user_id: userId } = useUser();
  return (
    <DeskFrame
      title={t('Settings & Preferences')}
      tabs={<AccountTabs current="/settings" />}
      subtitle={t('Your language, appearance, notifications and privacy, saved together.')}
    >
      <SettingsView userId={userId} />
    </DeskFrame>
  );
}
