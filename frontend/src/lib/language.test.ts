import { afterEach, describe, expect, it, vi } from 'vitest';
import { stubServer, unreachable } from '#frontend/testing/show-screen.tsx';
import { formatDate, formatList, formatPrice, formatTokens } from '#frontend/lib/format.ts';
import { chooseLanguage, isMachineTranslated, showPreferredLanguage, textDirection, textLanguage } from '#frontend/lib/language.ts';
import { preferredLanguage } from '#frontend/lib/preferences/preferred-language.ts';
import { t } from '#frontend/lib/text.ts';

const page = () => [document.documentElement.lang, document.documentElement.dir];

afterEach(async () => {
  vi.doUnmock('./texts/ar.po');
  await chooseLanguage('en');
});

describe('SHELL-01 the interface language', () => {
  it('is the first part of the browser language', () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('pt-BR');
    expect(preferredLanguage()).toBe('pt');
  });

  it('is the stored choice when there is one', () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('pt-BR');
    localStorage.setItem('language', 'es');
    expect(preferredLanguage()).toBe('es');
  });

  it('I18N-02 is English where there are no texts, and the page says so', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('tlh');
    await showPreferredLanguage();
    expect([textLanguage(), t('My Courses'), ...page()]).toEqual(['en', 'My Courses', 'en', 'ltr']);
  });

  it('is Spanish in a Spanish browser, with Spanish dates and figures', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('es-MX');
    await showPreferredLanguage();
    expect([t('My Courses'), ...page()]).toEqual(['Mis cursos', 'es', 'ltr']);
    expect([formatDate('2026-12-03T12:00:00Z'), formatTokens(3150), formatPrice(15)]).toEqual(['3 dic 2026', '31,50', '15\u00a0$']);
    expect([formatList(['5 diarios', '0 comprados']), formatList(['a', 'b', 'c'])]).toEqual(['5 diarios y 0 comprados', 'a, b, c']);
  });

  it('writes dates in the format of the browser’s region, in the languages it lists', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['cy', 'en-US@posix', 'en-GB', 'es-AR']);
    await chooseLanguage('en');
    expect(formatDate('2026-12-03T12:00:00Z')).toBe('3 Dec 2026');
    await chooseLanguage('es');
    expect(formatTokens(123_456_700)).toBe('1.234.567');
  });

  it('runs from right to left in Arabic, with the digits of course texts', async () => {
    localStorage.setItem('language', 'ar-EG');
    await showPreferredLanguage();
    expect([t('My Courses'), textDirection(), ...page()]).toEqual(['دوراتي', 'rtl', 'ar', 'rtl']);
    expect(formatDate('2026-12-03T12:00:00Z')).toBe('3 ديسمبر 2026');
    expect(formatList(['أ', 'ب', 'C (2)'])).toBe('\u2068أ\u2069، و\u2068ب\u2069، و\u2068C (2)\u2069');
    // an amount in Latin letters is isolated, so that its sign stays beside its digits
    expect(formatPrice(15)).toMatch(/^\u206615.*\$\u2069$/);
  });

  it('I18N-03 comes from the server if a service has translated it, once, after temporary failures', async () => {
    const asked: string[] = [];
    let failures = 2;
    const answer = (address: string): object => {
      if (address.startsWith('/api/translate/texts/')) return { 'My Courses': 'Meine Kurse' };
      return { language: 'de', state: 'ready', address: '/api/translate/texts/de/0a', untranslated: 3 };
    };
    stubServer(({ path }) => {
      asked.push(path);
      return failures-- > 0 ? unreachable() : { body: answer(path) };
    });
    await chooseLanguage('de');
    expect([t('My Courses'), t('Not in there'), isMachineTranslated(), ...page()]).toEqual([
      'Meine Kurse',
      'Not in there',
      true,
      'de',
      'ltr',
    ]);
    expect(asked).toEqual([...Array.from({ length: 3 }, () => '/api/translate/interface/de'), '/api/translate/texts/de/0a']);
    await chooseLanguage('en');
    await chooseLanguage('de');
    expect(asked).toHaveLength(4);
    vi.unstubAllGlobals();
  });

  it('I18N-07 is requested up to five more times, after 350 ms and twice as long each time', async () => {
    vi.useFakeTimers();
    const began = Date.now();
    const askedAt: number[] = [];
    stubServer(() => {
      askedAt.push(Date.now() - began);
      return unreachable();
    });
    const failed = expect(chooseLanguage('it')).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
    expect(askedAt).toEqual([0, 350, 1_050, 2_450, 5_250, 10_850]);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('can be chosen, and the choice persists', async () => {
    await chooseLanguage('es');
    expect([textLanguage(), localStorage.getItem('language'), ...page()]).toEqual(['es', 'es', 'es', 'ltr']);
    await chooseLanguage('en');
    expect(t('My Courses')).toBe('My Courses');
  });

  it('follows the choice in another tab', async () => {
    await showPreferredLanguage();
    localStorage.setItem('language', 'es');
    window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'es' }));
    await expect.poll(() => [t('My Courses'), ...page()]).toEqual(['Mis cursos', 'es', 'ltr']);
    // a form with unsaved work does not change
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { once: true });
    localStorage.setItem('language', 'en');
    window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'en' }));
    expect(page()).toEqual(['es', 'ltr']);
  });

  it('of two quick choices the later one is shown and stored, whichever texts arrive first', async () => {
    vi.resetModules();
    const texts = Promise.withResolvers<{ messages: object }>();
    vi.doMock('./texts/ar.po', () => texts.promise);
    const fresh = await import('#frontend/lib/language.ts');
    const slower = fresh.chooseLanguage('ar');
    await fresh.chooseLanguage('es');
    texts.resolve({ messages: {} });
    await slower;
    expect([fresh.textLanguage(), localStorage.getItem('language'), ...page()]).toEqual(['es', 'es', 'es', 'ltr']);
  });

  it('falls back to English if its texts do not arrive; a choice that fails changes nothing', async () => {
    vi.resetModules();
    // it is requested five times, with pauses
    const { setTimeout } = globalThis;
    vi.stubGlobal('setTimeout', (run: () => void) => setTimeout(run, 0));
    vi.doMock('./texts/ar.po', () => Promise.reject(new Error('offline')));
    const fresh = await import('#frontend/lib/language.ts');
    localStorage.setItem('language', 'ar');
    await fresh.showPreferredLanguage();
    expect([fresh.textLanguage(), ...page()]).toEqual(['en', 'en', 'ltr']);
    localStorage.clear();
    await expect(fresh.chooseLanguage('ar')).rejects.toThrow();
    expect([fresh.textLanguage(), localStorage.getItem('language'), ...page()]).toEqual(['en', null, 'en', 'ltr']);
    vi.unstubAllGlobals();
  });
});
