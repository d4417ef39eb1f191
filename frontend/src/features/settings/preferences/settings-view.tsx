import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, useId } from 'react';
import Button from '@mui/material/Button';
import { useBlocker } from '@tanstack/react-router';
import Typography from '@mui/material/Typography';
import Stack from '@mui/material/Stack';
import FormHelperText from '@mui/material/FormHelperText';
import Grid from '@mui/material/Grid';
import { OPENING_PLACES, type OpeningPlace } from '#contract/identity/opening-place.ts';
import type { Settings } from '#contract/settings/settings.contract.ts';
import { failureText } from '#frontend/lib/api-error.ts';
import { textLanguage, type Language } from '#frontend/lib/language.ts';
import { openingPlace, openingPlaces } from '#frontend/lib/preferences/opening-place.ts';
import { signOut, useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { PLAIN_SCHEMES, type PlainScheme } from '#frontend/theme/scheme-choice.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { BESIDE_HEADINGS, DeskSection } from '#frontend/ui/desk-section.tsx';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { LeaveDialog } from '#frontend/ui/dialogs/leave-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { LanguageSelector } from '#frontend/ui/fields/language-selector.tsx';
import { FormWithBar, SaveBar } from '#frontend/ui/fields/save-bar.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { FlagFields } from '../accessibility/flag-fields.tsx';
import { settings } from '../settings-queries.ts';
import { SwitchRows } from '../switch-rows.tsx';
import { LegalSection, PrivacySection } from './privacy-section.tsx';
import { schemeCaption } from './setting-words.ts';
import { ownTimeZone } from '#frontend/lib/own-time-zone.ts';
import { usePreferences, type Preferences } from './use-preferences.ts';

/** 'Settings & Preferences': both variants of the specification on one page (G50). */
export function SettingsView({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useQuery(settings(userId));
  if (data) return <SettingsForm key={userId} userId={userId} stored={data} />;
  return error ? (
    <ErrorState title={t('Your settings could not be loaded')} error={error} onRetry={() => void refetch()} />
  ) : (
    <LoadingState label={t('Loading your settings')} rows={8} />
  );
}

interface SettingsFormProps {
  readonly userId: string;
  readonly stored: Settings;
}

/** All settings, with one button that saves them (SET-03, SET-07). */
function SettingsForm({ userId, stored }: SettingsFormProps) {
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
        <NotificationSection preferences={preferences} />
        <AccessibilitySection preferences={preferences} />
        <PrivacySection preferences={preferences} />
        <LegalSection />
        <ActionRow sx={BESIDE_HEADINGS}>
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
          {t('Appearance and accessibility settings stay in this browser. Your other changes will be lost.')}
        </LeaveDialog>
      )}
    </>
  );
}

/** The user's identity (SET-02, SET-09), with links to where it is changed. */
function ProfileSection() {
  const { user_id: userId, first_name: first, last_name: last, email } = useUser();
  return (
    <DeskSection
      title={t('Profile')}
      about={t('Who you are to other people.')}
      entries={
        <Entry
          picture={<Face name={first} userId={userId} />}
          title={<bdi>{`${first} ${last}`}</bdi>}
          lines={[
            <span key="email">
              <bdi>{email}</bdi> · <span>{t('Email cannot be changed')}</span>
            </span>,
          ]}
          actions={
            <>
              <LinkButton to="/profile" variant="outlined" color="inherit">
                {t('View Profile')}
              </LinkButton>
              <DialogLink dialog="bio" color="inherit">
                {t('Edit Bio')}
              </DialogLink>
            </>
          }
        />
      }
    />
  );
}

interface SectionProps {
  readonly preferences: Preferences;
}

/** Suggested hours when quiet hours are switched on. */
const USUAL = { from: '22:00', until: '07:00' };

/** Which notifications are sent by which channel, and the quiet hours. */
function NotificationSection({ preferences: { draft, change } }: SectionProps) {
  const sent = (name: keyof typeof draft.notifications) => ({
    checked: draft.notifications[name],
    onChange: ({ target }: { target: { checked: boolean } }) =>
      change({ notifications: { ...draft.notifications, [name]: target.checked } }),
  });
  const quiet = draft.quiet_hours;
  return (
    <DeskSection title={t('Notifications')} about={t('Which notifications you get, how and when.')}>
      <SwitchRows>
        <SwitchField
          {...sent('email')}
          label={t('Email, for example when a course is ready')}
          helper={t('Emails about your account and your payments are always sent.')}
        />
        <SwitchField
          {...sent('push')}
          label={t('Browser notifications, on every device where you turn them on')}
          helper={
            <>
              {t('You can also get notified in this browser while this site is closed:')}{' '}
              <TextLink to="/account">{t('notifications in this browser')}</TextLink>
            </>
          }
        />
        <SwitchField
          {...sent('course_reminders')}
          label={t('Course reminders')}
          helper={t(
            'You get at most one reminder a day, by your time ({zone}), if you have not studied yet and have a course to continue or questions to review.',
            { zone: ownTimeZone() },
          )}
        />
        {draft.notifications.course_reminders && (
          <TextField
            type="time"
            label={t('Time of the reminder')}
            value={draft.reminder_time}
            required
            onChange={({ target }) => target.value && change({ reminder_time: target.value })}
          />
        )}
        <SwitchField
          checked={quiet !== null}
          onChange={({ target }) => change({ quiet_hours: target.checked ? USUAL : null })}
          label={t('Quiet hours')}
          helper={t('Emails, reminders and other notices wait until quiet hours end.')}
        />
      </SwitchRows>
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
    </DeskSection>
  );
}

function languageHelp(language: Language): string {
  if (!['en', 'es', 'ar', textLanguage()].includes(language))
    return t('An AI service translates the interface into this language. The first time, this takes a minute or two after you save.');
  return t('The interface changes when you save. A course has its own language, chosen in AI Builder.');
}

/** Language and theme. The theme is applied at once, the language on saving, because it re-renders the screens. */
function LookSection({ preferences: { draft, change, scheme, chooseScheme, flags } }: SectionProps) {
  const help = useId();
  return (
    <DeskSection title={t('Language and appearance')} about={t('Language, theme and the page you start on.')}>
      <div>
        <Typography variant="subtitle2">{t('Language')}</Typography>
        <LanguageSelector
          variant="full"
          value={draft.interface_language}
          describedBy={help}
          onChoose={(language) => change({ interface_language: language })}
        />
        <FormHelperText id={help}>{languageHelp(draft.interface_language)}</FormHelperText>
      </div>
      <Grid container spacing={2} sx={{ width: '100%' }}>
        <Grid size={{ xs: 12, sm: 6 }}>
          <SelectField
            label={t('Theme')}
            value={scheme}
            options={PLAIN_SCHEMES.map((value) => ({ value, label: schemeCaption(value) }))}
            onChange={({ target }) => chooseScheme(target.value as PlainScheme)}
            helper={flags.high_contrast ? t('High contrast is on. Your theme applies again when you turn it off.') : undefined}
          />
        </Grid>
        <Grid size={{ xs: 12, sm: 6 }}>
          <OpeningField value={draft.opens_on} onChange={(place) => change({ opens_on: place })} />
        </Grid>
      </Grid>
    </DeskSection>
  );
}

function AccessibilitySection({ preferences: { flags, chooseFlags } }: SectionProps) {
  return (
    <DeskSection
      title={t('Accessibility')}
      about={t(
        'The product is built to WCAG 2.1 AA and beyond: it has high contrast, large text and reduced motion, and works with a screen reader.',
      )}
    >
      <FlagFields flags={flags} onChange={chooseFlags} isShort />
    </DeskSection>
  );
}

const placeWord = (place: OpeningPlace): string =>
  ({ builder: t('AI Builder'), courses: t('My Courses'), studio: t('Creator Studio'), console: t('Console') })[place];

interface OpeningFieldProps {
  /** null if never chosen. */
  readonly value: OpeningPlace | null;
  readonly onChange: (place: OpeningPlace) => void;
}

/** The screen that the product opens on after a sign-in. */
function OpeningField({ value, onChange }: OpeningFieldProps) {
  const { roles, has_courses: hasCourses } = useUser();
  const opener = { roles, ...(hasCourses && { has_courses: hasCourses }), ...(value && { opens_on: value }) };
  return (
    <SelectField
      label={t('Open on')}
      value={openingPlace(opener)}
      options={openingPlaces(opener).map((place) => ({ value: place, label: placeWord(place) }))}
      onChange={({ target }) => onChange(OPENING_PLACES.find((place) => place === target.value)!)}
      helper={t('The page you see after signing in.')}
    />
  );
}
