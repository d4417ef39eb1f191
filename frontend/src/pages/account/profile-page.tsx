import { ProfileView } from '#frontend/features/settings/profile/profile-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { AccountTabs } from './account-tabs.tsx';

export default function ProfilePage() {
  const { user_id: userId } = useUser();
  return (
    <DeskFrame
      title={t('Profile')}
      tabs={<AccountTabs current="/profile" />}
      subtitle={t('Who you are to other people, and how far you have come.')}
    >
      <ProfileView userId={userId} />
    </DeskFrame>
  );
}
