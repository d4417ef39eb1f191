// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { announceLanguage, layoutDirection, preferredLanguage, textLanguage } from '#frontend/lib/language.ts';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
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

  it('is English where there are no texts yet, and the page says so', () => {
    localStorage.setItem('language', 'es');
    announceLanguage();
    expect(textLanguage()).toBe('en');
    expect(document.documentElement.lang).toBe('en');
  });
});

describe('the direction of the interface', () => {
  it('follows the language that was chosen, not the one of the browser: its texts are English', () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('ar');
    expect(layoutDirection()).toBe('ltr');
    localStorage.setItem('language', 'ar-EG');
    announceLanguage();
    expect([document.documentElement.dir, document.documentElement.lang]).toEqual(['rtl', 'en']);
    localStorage.setItem('language', 'es');
    announceLanguage();
    expect(document.documentElement.dir).toBe('ltr');
  });
});
