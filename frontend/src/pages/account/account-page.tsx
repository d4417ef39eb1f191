import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { AccountView } from '#frontend/features/identity/account/account-view.tsx';
import { DataExportSection } from '#frontend/features/settings/data-export/data-export-button.tsx';
import { planWords } from '#frontend/features/settings/profile/plan-words.ts';
import { profile } from '#frontend/features/settings/settings-queries.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskFrame } from '#frontend/ui/frames/desk-frame.tsx';
import { AccountTabs } from './account-tabs.tsx';

const PushSection = lazy(() => import('#frontend/features/settings/push/push-section.tsx'));

export default function AccountPage() {
  const { user_id: userId } = useUser();
  const { data } = useQuery(profile(userId));
  return (
    <DeskFrame
      title={t('Account')}
      tabs={<AccountTabs current="/account" />}
      subtitle={t('Manage your sign-in, your devices and your data.')}
    >
      <AccountView
        userId={userId}
        standing={data && { plan: planWords(data.subscription), since: data.created_at }}
        notifications={
          <Suspense>
            <PushSection userId={userId} />
          </Suspense>
        }
        dataExport={<DataExportSection />}
      />
    </DeskFrame>
  );
}
