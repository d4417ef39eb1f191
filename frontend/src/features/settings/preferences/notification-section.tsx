import type { ReactNode } from 'react';
import Stack from '@mui/material/Stack';
import { t } from '#frontend/lib/text.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { ownTimeZone, type Preferences } from './use-preferences.ts';

/** Suggested hours when quiet hours are switched on. */
const USUAL = { from: '22:00', until: '07:00' };

interface NotificationSectionProps {
  readonly preferences: Preferences;
  /** What is set for this browser alone. */
  readonly children: ReactNode;
}

/** Which notifications come by which channel, and the quiet hours. */
export function NotificationSection({ preferences: { draft, change }, children }: NotificationSectionProps) {
  const box = (name: keyof typeof draft.notifications) => ({
    checked: draft.notifications[name],
    onChange: ({ target }: { target: { checked: boolean } }) =>
      change({ notifications: { ...draft.notifications, [name]: target.checked } }),
  });
  const quiet = draft.quiet_hours;
  return (
    <DeskSection
      title={t('Notifications')}
      about={
        <>
          {t(
            'You get at most one reminder a day, at about 18:00 your time ({zone}), if you have not studied yet and have a course to continue or questions to review.',
            { zone: ownTimeZone() },
          )}{' '}
          {t('During quiet hours, anything that can wait does: emails, reminders and other notices are held until they end.')}{' '}
          {t('Emails about your account and your payments are always sent.')}
        </>
      }
    >
      <div>
        <CheckField {...box('email')} label={t('Email, for example when a course is ready')} />
        <CheckField {...box('push')} label={t('Browser notifications, wherever you press Notify me')} />
        <CheckField {...box('course_reminders')} label={t('Course reminders')} />
        <CheckField
          checked={quiet !== null}
          onChange={({ target }) => change({ quiet_hours: target.checked ? USUAL : null })}
          label={t('Quiet hours')}
        />
      </div>
      {quiet !== null && (
        <Stack direction="row" role="group" aria-label={t('Quiet hours')} sx={{ gap: 2, width: 'min(100%, 420px)' }}>
          {(['from', 'until'] as const).map((name) => (
            <TextField
              key={name}
              type="time"
              label={name === 'from' ? t('From') : t('Until')}
              value={quiet[name]}
              required
              onChange={({ target }) => target.value && change({ quiet_hours: { ...quiet, [name]: target.value } })}
            />
          ))}
        </Stack>
      )}
      {children}
    </DeskSection>
  );
}
