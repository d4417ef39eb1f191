import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Settings } from '#contract/settings/settings.contract.ts';
import { setAccessibilityPreferences, getAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { chooseLanguage, textLanguage } from '#frontend/lib/language.ts';
import { isPushWanted } from '#frontend/lib/push-choice.ts';
import { enterSession, getSession } from '#frontend/lib/session/session.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';
import { someSettings } from '../profile.factory.ts';
import { ApplyStoredSettings } from '../apply-stored-settings.tsx';
import { DataExportSection } from '#frontend/features/settings/data-export/data-export-button.tsx';
import { SettingsView } from './settings-view.tsx';

let stored: Settings;
let isRefusing: boolean;

const serve = () =>
  stubServer(({ method, path, body }) => {
    if (path.endsWith('data-export')) return problem('limits.rate', 'Three exports a day are enough.');
    if (isRefusing) return problem('service.unavailable', 'Not now.');
    if (path === '/api/translate/languages') return problem('service.unavailable', 'Not now.');
    if (method === 'GET' && path === '/api/settings/user-1') return partly({ settings: stored });
    if (method === 'POST' && path === '/api/user/settings') {
      const { user_id: _, ...changed } = body as Partial<Settings> & { user_id: string };
      stored = { ...stored, ...changed };
      return partly({ message: 'ok', settings: stored });
    }
    if (path === '/api/auth/me') return partly({ user: aUser({ opens_on: stored.opens_on ?? undefined }) });
    return brokenAnswer('nothing is said of other calls', 404, {});
  });
const open = async () => {
  const sent = serve();
  const shown = await showScreen(<SettingsView userId="user-1" />);
  await screen.findByRole('combobox', { name: 'Theme' });
  return { sent, ...shown };
};
const saved = (sent: ReturnType<typeof serve>) => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const flip = (name: string | RegExp) => fireEvent.click(screen.getByRole('switch', { name }));
const pick = (name: string, value: string) => fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
/** Opens the list of languages by the name of the current one. */
function openLanguages(now: string) {
  fireEvent.click(screen.getByRole('button', { name: `Language: ${now}` }));
  return screen.getAllByRole('menuitemradio');
}
const speak = (from: string, to: string) => fireEvent.click(openLanguages(from).find(({ textContent }) => textContent?.startsWith(to))!);
const toasts = () => getNotices().map(({ kind, text }) => `${kind}: ${text}`);
const scheme = () => document.documentElement.dataset.scheme;

beforeEach(async () => {
  setAccessibilityPreferences({ large_text: false, reduced_motion: false, screen_reader: false, keyboard_navigation: true });
  await chooseLanguage('en');
  stored = someSettings();
  isRefusing = false;
  enterSession({ access_token: 'a', refresh_token: 'r', user: aUser() });
});

describe('Settings & Preferences', () => {
  it('SET-01 SET-02 SET-03 G50 has the sections of both variants', async () => {
    await open();
    expect(screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent)).toEqual([
      'Profile',
      'Language and appearance',
      'Notifications',
      'Accessibility',
      'Privacy',
      'Legal and accreditation',
    ]);
    for (const name of ['Sign Out', 'Export my data']) screen.getByRole('button', { name });
    screen.getByRole('link', { name: 'Upgrade Plan' });
    screen.getByText('Email cannot be changed');
  });

  it('SET-04 I18N-01 offers twelve languages, with the current one marked, and three themes', async () => {
    await open();
    const options = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name }).options;
    const before = openLanguages('English');
    const names = before.map(({ textContent }) => textContent);
    expect(names).toHaveLength(12);
    expect(names).toContain('FrançaisFrench');
    expect(names).toContain('EspañolSpanish');
    expect(before.filter((item) => item.getAttribute('aria-checked') === 'true').map(({ textContent }) => textContent)).toEqual([
      'EnglishEnglish',
    ]);
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect([...options('Theme')].map(({ textContent }) => textContent)).toEqual(['Light', 'Dark', 'System']);
  });

  it('A11Y-03 names the standards', async () => {
    await open();
    const text = document.body.textContent;
    for (const word of ['WCAG 2.1 AA', 'GDPR', 'CCPA', 'COPPA', 'high contrast', 'large text', 'reduced motion', 'screen reader']) {
      expect(text).toContain(word);
    }
  });

  it('folds rarely used aids, and unfolds them if one is on', async () => {
    await open();
    const more = () => screen.getByRole('button', { name: /^More accessibility settings/ }).getAttribute('aria-expanded');
    expect(more()).toBe('false');
    cleanup();
    setAccessibilityPreferences({ screen_reader: true });
    await open();
    expect(more()).toBe('true');
  });

  it('offers the time of the reminder while reminders are on', async () => {
    const { sent } = await open();
    expect(screen.queryByLabelText(/Time of the reminder/)).toBeNull();
    flip('Course reminders');
    fireEvent.change(screen.getByLabelText(/Time of the reminder/), { target: { value: '07:30' } });
    await press('Save All Settings');
    await waitFor(() =>
      expect(saved(sent)).toMatchObject([
        { notifications: { course_reminders: true }, reminder_time: '07:30', time_zone: expect.any(String) },
      ]),
    );
  });

  it('SET-06 SET-07 G51 saves everything, then says so', async () => {
    const { sent } = await open();
    flip(/^Email/);
    flip('Share my profile');
    screen.getByText('Unsaved changes');
    await press('Save All Settings');
    await waitFor(() => expect(toasts()).toEqual(['success: All settings have been saved successfully!']));
    expect(saved(sent)).toEqual([
      {
        user_id: 'user-1',
        language: 'english',
        interface_language: 'en',
        theme: 'auto',
        notifications: { email: false, push: true, course_reminders: false },
        accessibility: {
          high_contrast: false,
          large_text: false,
          reduced_motion: false,
          screen_reader: false,
          keyboard_navigation: true,
          stay_on_lesson: false,
        },
        privacy: { data_sharing: true, marketing_consent: false, operator_rewrites: true },
        quiet_hours: null,
        reminder_time: '18:00',
        opens_on: null,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    ]);
    screen.getByText('No unsaved changes');
  });

  it('ROLE-01 the start screen is saved with the rest, and known to the session after each change', async () => {
    stored = someSettings({ opens_on: 'builder' });
    enterSession({ access_token: 'a', refresh_token: 'r', user: aUser({ opens_on: 'builder' }) });
    const { sent } = await open();
    for (const place of ['courses', 'builder'] as const) {
      pick('Open on', place);
      await press('Save All Settings');
      await waitFor(() => expect(getSession().user?.opens_on).toBe(place));
    }
    expect(saved(sent)).toMatchObject([{ opens_on: 'courses' }, { opens_on: 'builder' }]);
  });

  it('SET-08 reports a failed save, and keeps the changes', async () => {
    await open();
    flip('News and offers by email');
    isRefusing = true;
    await press('Save All Settings');
    await waitFor(() => expect(toasts()).toEqual(['error: Failed to save settings. Not now.']));
    screen.getByText('Failed to save settings. Not now.');
    screen.getByText('Unsaved changes');
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'News and offers by email' }).checked).toBe(true);
  });

  it('A11Y-01 applies theme, contrast and aids at once', async () => {
    await open();
    pick('Theme', 'dark');
    await waitFor(() => expect(scheme()).toBe('dark'));
    flip('High contrast');
    await waitFor(() => expect(scheme()).toBe('contrast'));
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Theme' }).value).toBe('dark');
    flip('High contrast');
    await waitFor(() => expect(scheme()).toBe('dark'));
    flip('Large text');
    expect(getAccessibilityPreferences().large_text).toBe(true);
  });

  it('SET-03 SET-04 SET-07 saves the theme that is chosen while high contrast is on', async () => {
    const { sent } = await open();
    flip('High contrast');
    await waitFor(() => expect(scheme()).toBe('contrast'));
    pick('Theme', 'dark');
    await waitFor(() => expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Theme' }).value).toBe('dark'));
    await press('Save All Settings');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(saved(sent)).toMatchObject([{ theme: 'dark', accessibility: { high_contrast: true } }]);
    screen.getByText('No unsaved changes');
    expect(scheme()).toBe('contrast');
  });

  it('I18N-03 shows the interface in the saved language; one whose texts are unavailable is stored, and English stays', async () => {
    const { sent } = await open();
    speak('English', 'Français');
    screen.getByText(/^An AI service translates the interface/);
    await press('Save All Settings');
    await waitFor(() => expect(toasts()).toContain('error: Failed to change language'));
    expect(textLanguage()).toBe('en');
    speak('Français', 'Español');
    await press('Save All Settings');
    await waitFor(() => expect(textLanguage()).toBe('es'));
    expect(saved(sent)).toMatchObject([{ language: 'french' }, { language: 'spanish' }]);
    expect(toasts()[0]).toBe('success: ¡Todos los ajustes se han guardado correctamente!');
  });

  it('respects the browser’s notifications being off', async () => {
    await open();
    flip(/^Browser notifications/);
    expect(isPushWanted()).toBe(true);
    await press('Save All Settings');
    await waitFor(() => expect(isPushWanted()).toBe(false));
  });

  it('asks before unsaved changes are abandoned', async () => {
    await open();
    flip('Share my profile');
    fireEvent.click(screen.getByRole('link', { name: 'View Profile' }));
    await screen.findByRole('dialog', { name: 'Your settings are not saved' });
    await press('Stay');
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Share my profile' }).checked).toBe(true);
    await press('Sign Out');
    await screen.findByRole('dialog', { name: 'Your settings are not saved' });
  });

  it('EXP-02 gives the reason for a failed export', async () => {
    await open();
    await press('Export my data');
    await screen.findByText('Data export failed: Three exports a day are enough.');
  });

  it('EXP-02 (G55) reports the failure on the account page, with the reason', async () => {
    serve();
    await showScreen(<DataExportSection />);
    await press('Export my data');
    await screen.findByText('Export failed. Three exports a day are enough.');
  });

  it('EXP-01 a file without a name is named by its date', async () => {
    const saved: string[] = [];
    stubServer(() => ({ body: 'PK' }));
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await showScreen(<DataExportSection />);
    await press('Export my data');
    await waitFor(() => expect(saved).toEqual([`coursewright-data-export-${new Date().toISOString().slice(0, 10)}.zip`]));
  });

  it('offers to retry when they could not be loaded', async () => {
    isRefusing = true;
    serve();
    await showScreen(<SettingsView userId="user-1" />);
    await screen.findByText('Your settings could not be loaded');
    isRefusing = false;
    await press('Try again');
    await screen.findByRole('button', { name: 'Sign Out' });
  });
});

describe('after a sign-in', () => {
  it('the browser applies the settings saved on another one, once', async () => {
    stored = someSettings({
      theme: 'dark',
      language: 'spanish',
      notifications: { ...someSettings().notifications, push: false },
      accessibility: { ...someSettings().accessibility, large_text: true, keyboard_navigation: false },
    });
    const sent = serve();
    await showScreen(<ApplyStoredSettings userId="user-1" />);
    await waitFor(() => expect(textLanguage()).toBe('es'));
    await waitFor(() => expect(scheme()).toBe('dark'));
    expect(getAccessibilityPreferences()).toMatchObject({ large_text: true, keyboard_navigation: false });
    expect(isPushWanted()).toBe(false);
    cleanup();
    await showScreen(<ApplyStoredSettings userId="user-1" />);
    expect(sent).toHaveLength(1);
  });

  it('keeps its own if nothing was chosen', async () => {
    await chooseLanguage('es');
    setAccessibilityPreferences({ reduced_motion: true });
    localStorage.setItem('mui-mode', 'dark');
    const sent = serve();
    await showScreen(<ApplyStoredSettings userId="user-1" />);
    await waitFor(() => expect(localStorage.getItem('settings_of')).toBe('user-1'));
    // another browser of the same account may use another language
    expect(saved(sent)).toEqual([]);
    expect([textLanguage(), getAccessibilityPreferences().reduced_motion, localStorage.getItem('mui-mode')]).toEqual(['es', true, 'dark']);
  });
});
