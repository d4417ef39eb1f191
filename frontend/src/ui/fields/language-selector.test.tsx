import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { brokenAnswer } from '#contract/platform/mocked-answer.factory.ts';
import { INTERFACE_LANGUAGES, LANGUAGE_KEYS } from '#contract/translation/interface-languages.ts';
import { LanguageField } from '#frontend/app/shell/profile-panel.tsx';
import { chooseLanguage } from '#frontend/lib/language.ts';
import { clearNotices, getNotices } from '#frontend/lib/toast.ts';
import { showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { LanguageSelector } from './language-selector.tsx';

const LIST = LANGUAGE_KEYS.map((language) => ({
  language,
  name: INTERFACE_LANGUAGES[language],
  direction: 'ltr' as const,
  texts: ['en', 'es', 'ar'].includes(language) ? 'hand' : language === 'vi' ? 'none' : 'machine',
}));
const serveLanguages = (works = true) =>
  stubServer(({ path }) =>
    works && path === '/api/translate/languages'
      ? { body: { success: true, languages: LIST } }
      : brokenAnswer('nothing is said of other calls', 404, {}),
  );
const items = () => screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent);
const unavailable = () =>
  screen
    .getAllByRole('menuitemradio')
    .filter((item) => item.getAttribute('aria-disabled') === 'true')
    .map(({ textContent }) => textContent);
const gone = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull());

afterEach(async () => {
  await chooseLanguage('en');
});

async function open(variant: 'compact' | 'full', onChoose = vi.fn()) {
  await showScreen(<LanguageSelector variant={variant} value="fr" onChoose={onChoose} />);
  fireEvent.click(screen.getByRole('button', { name: 'Language: Français' }));
  return onChoose;
}

describe('the language selector', () => {
  it.each(['compact', 'full'] as const)('I18N-01 %s marks the current one, and closes on a choice or a press outside', async (variant) => {
    serveLanguages();
    const onChoose = await open(variant);
    await waitFor(() => expect(items()).toHaveLength(47));
    const [marked, ...others] = screen.getAllByRole('menuitemradio', { checked: true });
    expect(others).toEqual([]);
    expect(marked!.querySelector('svg')).not.toBeNull();
    expect(marked!.textContent).toBe(variant === 'full' ? 'FrançaisFrench · machine translated' : 'Français');
    fireEvent.click(document.querySelector('.MuiBackdrop-root')!);
    await gone();
    expect(onChoose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Language: Français' }));
    fireEvent.click(screen.getAllByRole('menuitemradio').find(({ textContent }) => textContent?.startsWith('Deutsch'))!);
    await gone();
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('de');
  });

  it('I18N-05 shows a visitor the same languages as a member, and those that need a session first', async () => {
    serveLanguages();
    await showScreen(<LanguageSelector variant="compact" value="en" isVisitor onChoose={vi.fn()} />);
    fireEvent.click(screen.getByRole('button', { name: 'Language: English' }));
    await waitFor(() => expect(items()).toHaveLength(47));
    expect(screen.getByText('Languages translated after you sign in:')).toBeDefined();
    expect(unavailable()).toEqual([INTERFACE_LANGUAGES.vi]);
  });

  it('I18N-03 says which languages need a missing service, and does not offer them', async () => {
    stubServer(() => ({
      body: { success: true, languages: LIST.map((one) => ({ ...one, texts: one.texts === 'hand' ? 'hand' : 'unavailable' })) },
    }));
    const onChoose = vi.fn();
    await showScreen(<LanguageSelector variant="full" value="en" onChoose={onChoose} />);
    fireEvent.click(screen.getByRole('button', { name: 'Language: English' }));
    await waitFor(() => expect(items()).toHaveLength(47));
    expect(screen.getByText('Languages that need a translation service:')).toBeDefined();
    expect(unavailable()).toHaveLength(44);
    fireEvent.click(screen.getAllByRole('menuitemradio').find(({ textContent }) => textContent === 'Deutsch')!);
    expect(onChoose).not.toHaveBeenCalled();
  });

  it('I18N-05 offers twelve languages if the list is unavailable', async () => {
    serveLanguages(false);
    await open('compact');
    const codes = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ru', 'zh', 'ja', 'ko', 'ar', 'hi'] as const;
    expect(items()).toEqual(codes.map((code) => INTERFACE_LANGUAGES[code]));
  });

  it('I18N-06 knows 47 names, each in its own script', () => {
    expect(LANGUAGE_KEYS).toHaveLength(47);
    expect(new Set(Object.values(INTERFACE_LANGUAGES)).size).toBe(47);
    expect([INTERFACE_LANGUAGES.el, INTERFACE_LANGUAGES.th, INTERFACE_LANGUAGES.he]).toEqual(['Ελληνικά', 'ไทย', 'עברית']);
  });

  it('I18N-08 reports that the language was changed, or could not be', async () => {
    serveLanguages(false);
    await showScreen(<LanguageField onClose={() => undefined} />);
    const choose = async (from: string, to: string) => {
      fireEvent.click(screen.getByRole('button', { name: new RegExp(`: ${from}$`) }));
      fireEvent.click(screen.getAllByRole('menuitemradio').find(({ textContent }) => textContent === to)!);
      await gone();
    };
    await choose('English', 'Deutsch');
    await waitFor(() => expect(getNotices().map(({ text }) => text)).toEqual(['Failed to change language. The request failed.']));
    clearNotices();
    await choose('English', 'Español');
    await waitFor(() => expect(getNotices().map(({ kind }) => kind)).toEqual(['success']));
    await choose('Español', 'English');
    await waitFor(() => expect(getNotices().map(({ text }) => text)).toContain('Language changed successfully!'));
    await choose('English', 'English');
    await choose('English', 'العربية');
    await waitFor(() => expect(document.documentElement.dir).toBe('rtl'));
  });
});
