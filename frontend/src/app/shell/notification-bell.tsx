import { useState } from 'react';
import Badge from '@mui/material/Badge';
import { useQuery } from '@tanstack/react-query';
import { notifications } from '#frontend/features/notifications/notification-queries.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { useNotices } from '#frontend/lib/toast.ts';
import { t } from '#frontend/lib/text.ts';
import IconButton from '@mui/material/IconButton';
import { NotificationsIcon } from '#frontend/ui/icons.tsx';
import { lazyOverlay } from '#frontend/ui/states/lazy-overlay.tsx';

const NotificationList = lazyOverlay(() => import('#frontend/features/notifications/notification-list.tsx'));

/** The bell with the number of unread notifications, and their list (A19). */
export function NotificationBell() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { user_id: userId } = useUser();
  // The shell's watcher fetches; the bell only reads the cache.
  const { data } = useQuery({ ...notifications(userId), enabled: false });
  const unread = (data?.unread ?? 0) + useNotices().filter(({ isRead, isListed }) => isListed && !isRead).length;
  return (
    <>
      <IconButton
        aria-label={unread === 0 ? t('Notifications') : t('Notifications, {n} unread', { n: unread })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Badge badgeContent={unread || null} max={999} color="secondary" slotProps={{ badge: { 'aria-hidden': true } }}>
          <NotificationsIcon />
        </Badge>
      </IconButton>
      {anchor && <NotificationList userId={userId} anchor={anchor} onClose={() => setAnchor(null)} onMissing={() => setAnchor(null)} />}
    </>
  );
}
