import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { Notification } from '#contract/notifications/notifications.contract.ts';
import { coursesKey } from '#frontend/features/courses/course-keys.ts';
import { isTold } from '#frontend/features/generation/run-outcome.ts';
import RunWatcher from '#frontend/features/generation/run-watcher.tsx';
import NotificationWatcher from '#frontend/features/notifications/notification-watcher.tsx';
import { useUser } from '#frontend/lib/session.ts';

/** What goes on while the person is on any screen: courses being written, and news. Its own code, fetched after the screen's. */
export default function ShellLife() {
  const { user_id: userId } = useUser();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });

  /** Said already in this tab, or shown by the page one is on. */
  const isKnown = ({ kind, task_id: taskId }: Notification): boolean =>
    taskId !== null && ((kind.startsWith('run.') && isTold(taskId)) || pathname === `/create/runs/${taskId}`);

  return (
    <>
      <RunWatcher
        key={userId}
        userId={userId}
        pathname={pathname}
        onOpen={(href) => void navigate({ to: href })}
        onEnded={() => void cache.invalidateQueries({ queryKey: coursesKey(userId) })}
      />
      <NotificationWatcher key={`news-${userId}`} userId={userId} isKnown={isKnown} />
    </>
  );
}
