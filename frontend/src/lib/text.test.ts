import { afterEach, describe, expect, it } from 'vitest';
import { speak, t, translateServerText } from '#frontend/lib/text.ts';

afterEach(() => speak('en', 'ltr', {}));

describe('SHELL-01 a text of the interface', () => {
  it('is its English sentence, with what belongs into it; a placeholder without a value stays', () => {
    expect(t('Module {n} of {total}', { n: 2 })).toBe('Module 2 of {total}');
  });

  it('is the translation where there is one, else English', () => {
    speak('es', 'ltr', { 'My Courses': 'Mis cursos' });
    expect([t('My Courses'), t('Learning')]).toEqual(['Mis cursos', 'Learning']);
  });

  it('has the form its number asks for: Arabic has six', () => {
    const forms = { zero: 'لا أيام', one: 'يوم', two: 'يومان', few: '{n} أيام', many: '{n} يومًا', other: '{n} يوم' };
    speak('ar', 'rtl', { '{n} days': forms });
    expect([0, 1, 2, 3, 11, 100].map((n) => t('{n} days', { n }))).toEqual(['لا أيام', 'يوم', 'يومان', '3 أيام', '11 يومًا', '100 يوم']);
  });

  it('is counted by the placeholder it names, and falls back to the general form', () => {
    speak('es', 'ltr', { '{done} of {left}': { by: 'left', one: 'falta una', other: '{done}; faltan {left}' } });
    expect([t('{done} of {left}', { done: 3, left: 1 }), t('{done} of {left}', { done: 1, left: 2 })]).toEqual([
      'falta una',
      '1; faltan 2',
    ]);
    expect(t('{done} of {left}', { done: 1, left: '1.234' })).toBe('1; faltan 1.234');
  });

  it('keeps a title in its own direction where the words run the other way', () => {
    speak('ar', 'rtl', { 'Written: {subject}': 'كُتب: {subject}' });
    expect(t('Written: {subject}', { subject: 'Bees (2)' })).toBe('كُتب: \u2068Bees (2)\u2069');
  });
});

describe('words of the server', () => {
  it('are translated by their pattern and what is put in, or whole where nothing is, and else shown as they came', () => {
    speak('es', 'ltr', {
      'All seats are taken.': 'No quedan plazas.',
      'the last {n} courses': { one: 'el último curso', other: 'los últimos {n} cursos' },
    });
    const ofCourses = (n: number) => translateServerText(`the last ${n} courses`, { key: 'the last {n} courses', values: { n } });
    expect([translateServerText('All seats are taken.'), ...[1, 20, 2_500, 5.5].map(ofCourses)]).toEqual([
      'No quedan plazas.',
      'el último curso',
      'los últimos 20 cursos',
      'los últimos 2500 cursos',
      'los últimos 5,5 cursos',
    ]);
    expect(translateServerText('Grok wrote 3 lessons.')).toBe('Grok wrote 3 lessons.');
    expect(translateServerText('Grok wrote 3 lessons.', { key: '{service} wrote {n} lessons.', values: { service: 'Grok', n: 3 } })).toBe(
      'Grok wrote 3 lessons.',
    );
  });

  it('keep their own direction where they are not: the full stop stays at their end', () => {
    speak('ar', 'rtl', {});
    expect(translateServerText('Grok wrote 3 lessons.')).toBe('\u2068Grok wrote 3 lessons.\u2069');
  });
});
