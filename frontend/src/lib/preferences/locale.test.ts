import { describe, expect, it, vi } from 'vitest';
import { localeOf } from './locale.ts';

/** A day in English in a browser with these languages. */
function dayIn(...languages: string[]): string {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  return new Intl.DateTimeFormat(localeOf('en'), { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(2026, 10, 27));
}

describe('the locale of English texts', () => {
  it('is the browser’s own English if it has one', () => {
    expect(dayIn('de-DE', 'en-US')).toBe('Nov 27, 2026');
    expect(dayIn('de-DE', 'en-GB')).toBe('27 Nov 2026');
  });

  it.each(['de-DE', 'fr-FR', 'de', 'it-CH', 'es-AR'])('else writes dates as in the country of %s', (tag) => {
    expect(dayIn(tag)).toBe('27 Nov 2026');
  });

  it('is plain English if nothing else is known', () => {
    expect(dayIn()).toBe('Nov 27, 2026');
    expect(dayIn('en-US@posix')).toBe('Nov 27, 2026');
  });
});
