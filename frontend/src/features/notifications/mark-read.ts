import { useQueryClient } from '@tanstack/react-query';
import { readNotifications } from '#contract/notifications/notifications.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { useMutation } from '#frontend/lib/use-mutation.ts';
import { notifications } from './notification-queries.ts';

/** Marks the shown notifications as read; those that arrive meanwhile stay unread. */
export function useMarkRead(userId: string) {
  const cache = useQueryClient();
  const { queryKey } = notifications(userId);
  return useMutation({
    mutationFn: (upTo: string) => call(readNotifications, { body: { up_to: upTo } }),
    onSuccess: ({ unread }) =>
      cache.setQueryData(
        queryKey,
        (before) => before && { unread, notifications: before.notifications.map((notification) => ({ ...notification, read: true })) },
      ),
  });
}
