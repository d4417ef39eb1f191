import { queryOptions } from '@tanstack/react-query';
import { listNotifications } from '#contract/notifications/notifications.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** The user's newest notifications, and the number of unread ones. */
export const notifications = (userId: string) =>
  queryOptions({
    queryKey: ['notifications', userId],
    queryFn: ({ signal }) => call(listNotifications, { signal }),
    retry: false,
  });
