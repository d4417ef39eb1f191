import { useState } from 'react';
import { styled } from '@mui/material/styles';
import NotificationsIcon from '@mui/icons-material/NotificationsOutlined';
import { useQuery } from '@tanstack/react-query';
import { notifications } from '#frontend/features/notifications/notification-queries.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { useNotices } from '#frontend/lib/toast.ts';
import { t } from '#frontend/lib/text.ts';
import IconButton from '@mui/material/IconButton';
import { lazyOverlay } from '#frontend/ui/states/lazy-overlay.tsx';

const NotificationList = lazyOverlay(() => import('#frontend/features/notifications/notification-list.tsx'));

const Count = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetBlockStart: 2,
  insetInlineEnd: 2,
  minWidth: 18,
  height: 18,
  paddingInline: 4,
  boxSizing: 'border-box',
  borderRadius: 9,
  fontSize: '0.75rem',
  fontWeight: 700,
  lineHeight: '18px',
  color: theme.vars.palette.secondary.contrastText,
  backgroundColor: theme.vars.palette.secondary.main,
}));

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
        <NotificationsIcon />
        {unread > 0 && <Count aria-hidden>{unread}</Count>}
      </IconButton>
      {anchor && <NotificationList userId={userId} anchor={anchor} onClose={() => setAnchor(null)} onMissing={() => setAnchor(null)} />}
    </>
  );
}
