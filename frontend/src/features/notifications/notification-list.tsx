import { useEffect } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { failureText } from '#frontend/lib/api-error.ts';
import { formatWhen } from '#frontend/lib/format.ts';
import { hideToasts, markNoticesRead, toast, useNotices } from '#frontend/lib/toast.ts';
import { t } from '#frontend/lib/text.ts';
import { NoticeBody, type NoticeLines } from '#frontend/ui/notice-body.tsx';
import { Panel } from '#frontend/ui/panel.tsx';
import { notifications } from './notification-queries.ts';
import { notificationWords } from './notification-words.ts';
import { readNotifications } from '#contract/notifications/notifications.contract.ts';
import { saveSettings } from '#contract/settings/settings.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { useAction } from '#frontend/lib/use-action.ts';

interface Entry extends NoticeLines {
  readonly key: string;
  readonly at: string;
  readonly isUnread: boolean;
  /** A reminder can be stopped here, with one press. */
  readonly isReminder?: boolean;
}

interface NotificationListProps {
  readonly userId: string;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/**
 * The notifications stored by the server and the messages of this visit, newest first (A03, A19). They are marked as read on closing, so
 * that the bell counts the entries shown as new here until then.
 */
export default function NotificationList({ userId, anchor, onClose }: NotificationListProps) {
  const { data, error, refetch } = useQuery({ ...notifications(userId), enabled: false });
  const notices = useNotices().filter(({ isListed }) => isListed);
  const { mutate: markRead } = useMarkRead(userId);
  const stop = useStopReminders(userId);
  // the list includes the messages of open toasts
  useEffect(hideToasts, []);
  const close = () => {
    const newest = data?.notifications[0]?.id;
    markNoticesRead();
    if (newest !== undefined && data!.unread > 0) markRead(newest);
    onClose();
  };

  const entries: Entry[] = [
    ...notices.map((notice) => ({ ...notice, key: `notice-${notice.id}`, isUnread: !notice.isRead })),
    ...(data?.notifications ?? []).map((notification) => ({
      key: notification.id,
      at: notification.created_at,
      isUnread: !notification.read,
      isReminder: notification.kind.startsWith('reminder.'),
      ...notificationWords(notification),
    })),
  ].sort((a, b) => b.at.localeCompare(a.at));

  return (
    <Panel label={t('Notifications')} anchor={anchor} onClose={close}>
      <Typography variant="h3" component="h2">
        {t('Notifications')}
      </Typography>
      {error && !data && (
        <Typography variant="body2" role="alert" sx={{ marginBlockStart: 1 }}>
          {failureText(error, t('Changes made elsewhere could not be loaded.'))}{' '}
          <Button size="small" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </Typography>
      )}
      {entries.length === 0 && !error && (
        <Typography variant="body2" color="textSecondary">
          {t('Nothing yet. Finished courses and other messages will appear here.')}
        </Typography>
      )}
      <List sx={{ marginBlockStart: 1 }}>
        {entries.map(({ key, at, isUnread, isReminder, kind, text, link }) => (
          <ListItem key={key} disableGutters sx={{ flexWrap: 'wrap' }}>
            <NoticeBody
              notice={{ kind, text, link }}
              meta={isUnread ? t('{time}, new', { time: formatWhen(at) }) : formatWhen(at)}
              onFollow={close}
            />
            {isReminder && !stop.isSuccess && (
              <Button size="small" color="inherit" aria-busy={stop.isPending} onClick={() => stop.mutate()}>
                {t('Stop these reminders')}
              </Button>
            )}
          </ListItem>
        ))}
      </List>
    </Panel>
  );
}

/** Turns course reminders off. */
function useStopReminders(userId: string) {
  const failed = t('The reminders could not be stopped.');
  return useAction({
    mutationFn: () => call(saveSettings, { body: { user_id: userId, notifications: { course_reminders: false } }, fallback: failed }),
    onSuccess: () => toast('success', t('You no longer get course reminders, neither by email nor in the app.')),
    onError: (error) => toast('error', failureText(error, failed)),
  });
}

/** Marks the notifications on screen as read; those that arrive in the meantime stay unread. */
function useMarkRead(userId: string) {
  const cache = useQueryClient();
  const { queryKey } = notifications(userId);
  return useAction({
    mutationFn: (upTo: string) => call(readNotifications, { body: { up_to: upTo } }),
    onSuccess: ({ unread }) =>
      cache.setQueryData(
        queryKey,
        (before) => before && { unread, notifications: before.notifications.map((notification) => ({ ...notification, read: true })) },
      ),
  });
}
