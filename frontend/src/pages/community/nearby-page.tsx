import { useCallback } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { NearbyHub } from '#frontend/features/places/nearby-hub.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { CommunityPage } from './community-frame.tsx';

/** Nearby learners, events and places to study. The current view is in the URL. */
export default function NearbyPage() {
  const { user_id: userId } = useUser();
  const { show = 'all', event } = useSearch({ from: '/app/community/nearby' });
  const navigate = useNavigate({ from: '/community/nearby' });
  const onEvent = useCallback(
    (eventId: string | undefined) => void navigate({ search: (old) => ({ ...old, event: eventId }), replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <CommunityPage title={t('Nearby')} subtitle={t('Learners, events and places to study around you.')}>
      <NearbyHub
        userId={userId}
        shown={show}
        onShow={(to) =>
          void navigate({ search: (old) => ({ ...old, show: to === 'all' ? undefined : to }), replace: true, resetScroll: false })
        }
        eventId={event}
        onEvent={onEvent}
      />
    </CommunityPage>
  );
}
