import { beforeEach, describe, expect, it, vi } from 'vitest';
import { redirectToApp } from '#frontend/documents/redirect-to-app.ts';
import { applyAccessibilityPreferences } from '#frontend/lib/preferences/accessibility-preferences.ts';
import { applyStoredScheme } from '#frontend/documents/apply-stored-scheme.ts';

const replace = vi.fn();
vi.mock('#frontend/lib/leave-page.ts', () => ({ replaceBy: (url: string) => replace(url) }));
const at = (pathname: string) => history.replaceState(null, '', pathname);

beforeEach(() => {
  delete document.documentElement.dataset.scheme;
});

describe('ROOT-04 the landing page', () => {
  it('stays for a visitor, and for half a session', () => {
    at('/');
    expect(redirectToApp()).toBe(false);
    localStorage.setItem('access_token', 'a');
    expect(redirectToApp()).toBe(false);
  });

  it('is replaced by the app if this browser has a session that the server did not see', () => {
    at('/');
    localStorage.setItem('access_token', 'a');
    localStorage.setItem('user', '{}');
    expect(redirectToApp()).toBe(true);
    expect(replace).toHaveBeenCalledWith('/?resume');
  });

  it('is the only document that is', () => {
    at('/terms');
    localStorage.setItem('access_token', 'a');
    localStorage.setItem('user', '{}');
    expect(redirectToApp()).toBe(false);
  });

  it('stays if the browser refuses storage', () => {
    at('/');
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    expect(redirectToApp()).toBe(false);
    expect(() => applyStoredScheme()).not.toThrow();
  });
});

describe('the appearance of a document', () => {
  it.each([
    [{ 'mui-mode': 'dark' }, 'dark'],
    [{ 'mui-mode': 'light', 'mui-color-scheme-light': 'light' }, 'light'],
    [{ 'mui-mode': 'light', 'mui-color-scheme-light': 'contrast' }, 'contrast'],
    [{ 'mui-mode': 'system' }, 'system'],
    [{}, undefined],
  ])('is the one chosen in the app: %o', (stored, scheme) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    applyStoredScheme();
    expect(document.documentElement.dataset.scheme).toBe(scheme);
  });

  it('A11Y-01 has the large text that was chosen there', () => {
    localStorage.setItem('accessibility', '{"large_text":true}');
    applyAccessibilityPreferences();
    expect(document.documentElement.hasAttribute('data-large-text')).toBe(true);
  });
});

it('a served page of the market is replaced by the app when another language is chosen in another tab', async () => {
  document.body.innerHTML =
    '<div id="served"></div><script data-app="/app-of-the-market.js" data-styles="/app-of-the-market.css"></script>';
  const isStarted = () => document.head.querySelector('link[href="/app-of-the-market.css"]') !== null;
  await import('#frontend/documents/start-market.ts');
  expect(isStarted()).toBe(false);
  localStorage.setItem('language', 'ar');
  dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'ar' }));
  expect(isStarted()).toBe(true);
});
