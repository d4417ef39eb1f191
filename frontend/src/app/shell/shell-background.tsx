import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { Notification } from '#contract/notifications/notifications.contract.ts';
import { coursesKey } from '#frontend/features/courses/course-keys.ts';
import { isAnnounced } from '#frontend/features/generation/run/run-outcome.ts';
import RunWatcher from '#frontend/features/generation/runs/run-watcher.tsx';
import NotificationWatcher from '#frontend/features/notifications/notification-watcher.tsx';
import { wasPaymentAnnounced } from '#frontend/features/billing/payment-return/announced-payments.ts';
import { ApplyStoredSettings } from '#frontend/features/settings/apply-stored-settings.tsx';
import { refreshUser, useUser } from '#frontend/lib/session/session.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';

/** Background work of every screen: follows active runs and notifications. Code-split, so that the screen loads first. */
export default function ShellBackground() {
  const { user_id: userId, has_courses: hasCourses } = useUser();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });

  /** Whether this tab has already announced the notification, or shows the page it is about. */
  const isKnown = ({ kind, task_id: taskId, created_at: at }: Notification): boolean =>
    (kind === 'payment.landed' && wasPaymentAnnounced(at)) ||
    (taskId !== null && ((kind.startsWith('run.') && isAnnounced(taskId)) || pathname === `/create/runs/${taskId}`));
  /** Refetches tokens, plan and payments after a change. */
  const refreshBilling = () => void cache.invalidateQueries({ queryKey: billingKey(userId) });
  /** Refreshes plan and balance if a payment succeeds after its page has stopped polling (G14). */
  const onNews = ({ kind }: Notification): void => {
    if (/^(run|outline|proposal)\./.test(kind)) return;
    refreshBilling();
    void refreshUser();
  };

  return (
    <>
      <RunWatcher
        key={userId}
        userId={userId}
        pathname={pathname}
        onOpen={(href) => void navigate({ to: href })}
        onEnded={() => {
          // after a first course, the product opens on another screen
          if (!hasCourses) void refreshUser();
          void cache.invalidateQueries({ queryKey: coursesKey(userId) });
          refreshBilling();
        }}
      />
      <ApplyStoredSettings key={`settings-${userId}`} userId={userId} />
      <NotificationWatcher key={`news-${userId}`} userId={userId} isKnown={isKnown} onNews={onNews} />
    </>
  );
}
