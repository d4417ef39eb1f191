import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Notification } from '#contract/notifications/notifications.contract.ts';
import { toast } from '#frontend/lib/toast.ts';
import { notifications } from './notification-queries.ts';
import { notificationWords } from './notification-words.ts';

const POLL_MS = 30_000;
const HIDDEN_POLL_MS = 120_000;

interface NotificationWatcherProps {
  readonly userId: string;
  /** Whether it was already shown elsewhere, so that it needs no toast. */
  readonly isKnown: (notification: Notification) => boolean;
  /** Called for every notification since the last poll, shown or not. */
  readonly onNews?: (notification: Notification) => void;
}

/** Polls for notifications at a slow pace; those that arrive after the page was opened also appear as a toast (A19). */
export default function NotificationWatcher({ userId, isKnown, onNews }: NotificationWatcherProps) {
  const { data } = useQuery({
    ...notifications(userId),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
    refetchInterval: () => (document.hidden ? HIDDEN_POLL_MS : POLL_MS),
  });
  const seen = useRef<ReadonlySet<string> | null>(null);
  const known = useRef({ isKnown, onNews });
  useEffect(() => {
    known.current = { isKnown, onNews };
  });
  useEffect(() => {
    if (!data) return;
    const before = seen.current;
    seen.current = new Set(data.notifications.map(({ id }) => id));
    // notifications from before the page was opened are only counted by the bell
    if (before === null) return;
    for (const notification of data.notifications.filter(({ id, read }) => !read && !before.has(id)).toReversed()) {
      known.current.onNews?.(notification);
      if (known.current.isKnown(notification)) continue;
      const { kind, text, link } = notificationWords(notification);
      toast(kind, text, link, false);
    }
  }, [data]);
  return null;
}
