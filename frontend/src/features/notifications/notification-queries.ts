import { queryOptions } from '@tanstack/react-query';
import { listNotifications } from '#contract/notifications/notifications.contract.ts';
import { call } from '#frontend/lib/api-client.ts';

/** The newest notifications of a person, and how many are unread. */
export const notifications = (userId: string) =>
  queryOptions({
    queryKey: ['notifications', userId],
    queryFn: ({ signal }) => call(listNotifications, { signal }),
    retry: false,
  });
