import { useState, type FormEvent } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useBlocker } from '@tanstack/react-router';
import type { Settings } from '#contract/settings/settings.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { signOut } from '#frontend/lib/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LeaveDialog } from '#frontend/ui/leave-dialog.tsx';
import { DialogLink } from '#frontend/ui/dialog-link.tsx';
import { FormMessage } from '#frontend/ui/form-message.tsx';
import { BOTTOM_BAR_HEIGHT, CHIP_HEIGHT } from '#frontend/theme/tokens.ts';
import { AccessibilitySection, LookSection, NotificationSection } from './preference-sections.tsx';
import { LegalSection, PrivacySection } from './privacy-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { usePreferences } from './use-preferences.ts';

// What has the focus is not hidden by the bar at the foot.
const Form = styled('form')({ '& :is(a, input, select, button)': { scrollMarginBlockEnd: 120 } });
const Foot = styled('div')(({ theme }) => ({
  position: 'sticky',
  insetBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + env(safe-area-inset-bottom))`,
  'body:has([data-run-chip]) &': { insetBlockEnd: `calc(${BOTTOM_BAR_HEIGHT} + ${CHIP_HEIGHT} + env(safe-area-inset-bottom))` },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  marginBlockStart: 36,
  paddingBlock: 12,
  backgroundColor: theme.vars.palette.background.default,
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
  [theme.breakpoints.up('md')]: { '&, body:has([data-run-chip]) &': { insetBlockEnd: 0 } },
}));
const State = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
  '&[data-dirty]': { color: theme.vars.palette.warning.main, fontWeight: 600 },
}));
const Ways = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, marginBlockStart: 24 });

interface SettingsFormProps {
  readonly userId: string;
  readonly stored: Settings;
}

/** All settings, and one button that saves them (SET-03, SET-07). */
export function SettingsForm({ userId, stored }: SettingsFormProps) {
  const preferences = usePreferences(userId, stored);
  const { isDirty, isSaving, error, save } = preferences;
  const [isSigningOut, setSigningOut] = useState(false);
  const blocker = useBlocker({
    // a dialog over this page leaves nothing behind
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
      <Form noValidate onSubmit={submit} aria-label={t('Settings')}>
        <ProfileSection />
        <LookSection preferences={preferences} />
        <NotificationSection preferences={preferences} />
        <AccessibilitySection preferences={preferences} />
        <PrivacySection preferences={preferences} />
        <LegalSection />
        <Ways>
          <DialogLink dialog="journey" variant="outlined" color="inherit">
            {t('Upgrade Plan')}
          </DialogLink>
          <Button variant="outlined" color="inherit" onClick={() => (isDirty ? setSigningOut(true) : void signOut())}>
            {t('Sign Out')}
          </Button>
        </Ways>
        <Foot>
          <Button type="submit" variant="contained" aria-busy={isSaving}>
            {isSaving ? t('Saving') : t('Save All Settings')}
          </Button>
          <State role="status" data-dirty={isDirty || undefined}>
            {isDirty ? t('Unsaved changes') : t('No unsaved changes')}
          </State>
          <FormMessage
            message={error ? { kind: 'error', text: `${t('Failed to save settings')}. ${errorText(error, t('Unknown error'))}` } : null}
          />
        </Foot>
      </Form>
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
