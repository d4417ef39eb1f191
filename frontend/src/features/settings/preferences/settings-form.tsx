import { lazy, Suspense, useState, type FormEvent } from 'react';
import Button from '@mui/material/Button';
import { useBlocker } from '@tanstack/react-router';
import type { Settings } from '#contract/settings/settings.contract.ts';
import { failureText } from '#frontend/lib/api-error.ts';
import { signOut } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { LeaveDialog } from '#frontend/ui/dialogs/leave-dialog.tsx';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { FormWithBar, SaveBar } from '#frontend/ui/fields/save-bar.tsx';
import { NotificationSection } from './notification-section.tsx';
import { AccessibilitySection, LookSection } from './preference-sections.tsx';
import { LegalSection, PrivacySection } from './privacy-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { usePreferences } from './use-preferences.ts';

const PushSection = lazy(() => import('../push/push-section.tsx'));

interface SettingsFormProps {
  readonly userId: string;
  readonly stored: Settings;
}

/** All settings, with one button that saves them (SET-03, SET-07). */
export function SettingsForm({ userId, stored }: SettingsFormProps) {
  const preferences = usePreferences(userId, stored);
  const { isDirty, isSaving, error, save } = preferences;
  const [isSigningOut, setSigningOut] = useState(false);
  const blocker = useBlocker({
    // a dialog over this page does not leave it
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving) save();
  };
  return (
    <>
      <FormWithBar noValidate onSubmit={submit} aria-label={t('Settings')}>
        <ProfileSection />
        <LookSection preferences={preferences} />
        <NotificationSection preferences={preferences}>
          <Suspense>
            <PushSection userId={userId} />
          </Suspense>
        </NotificationSection>
        <AccessibilitySection preferences={preferences} />
        <PrivacySection preferences={preferences} />
        <LegalSection />
        <ActionRow>
          <DialogLink dialog="journey" variant="outlined" color="inherit">
            {t('Upgrade Plan')}
          </DialogLink>
          <Button variant="outlined" color="inherit" onClick={() => (isDirty ? setSigningOut(true) : void signOut())}>
            {t('Sign Out')}
          </Button>
        </ActionRow>
        <SaveBar caption={t('Save All Settings')} isDirty={isDirty} isSaving={isSaving}>
          <FormMessage message={error ? { kind: 'error', text: failureText(error, t('Failed to save settings')) } : null} />
        </SaveBar>
      </FormWithBar>
      {(blocker.status === 'blocked' || isSigningOut) && (
        <LeaveDialog
          title={t('Your settings are not saved')}
          leave={t('Leave without saving')}
          onStay={() => {
            setSigningOut(false);
            blocker.reset?.();
          }}
          onLeave={() => (isSigningOut ? void signOut() : blocker.proceed?.())}
        >
          {t('Appearance and accessibility stay in this browser as you see them. Your other changes are lost.')}
        </LeaveDialog>
      )}
    </>
  );
}
