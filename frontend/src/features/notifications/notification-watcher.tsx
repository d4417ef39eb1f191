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
  /** Said already by somebody else, or in plain sight: no toast. */
  readonly isKnown: (notification: Notification) => boolean;
  /** Something has happened since the last look, told or not. */
  readonly onNews?: (notification: Notification) => void;
}

/** Asks slowly what has happened; what is new since the page was opened is also said as a toast, the list's transient face (A19). */
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
    // What was there when the page was opened is counted on the bell, not shouted.
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
