import { afterEach, describe, expect, it } from 'vitest';
import { speak, t, translateServerText } from '#frontend/lib/text.ts';

afterEach(() => speak('en', 'ltr', {}));

describe('SHELL-01 a text of the interface', () => {
  it('is its English sentence, with its values, in the form of its number', () => {
    expect(t('Module {n} of {total}', { n: 2, total: 1_000 })).toBe('Module 2 of 1000');
    expect([1, 2, 1_000].map((n) => t('{n, plural, one {# lesson} other {# lessons}}', { n }))).toEqual([
      '1 lesson',
      '2 lessons',
      '1,000 lessons',
    ]);
  });

  it('is the translation if there is one, else English', () => {
    speak('es', 'ltr', { 'My Courses': 'Mis cursos' });
    expect([t('My Courses'), t('Learning')]).toEqual(['Mis cursos', 'Learning']);
  });

  it('has the form for its number: Arabic has six', () => {
    const days = '{n, plural, one {# day} other {# days}}';
    const forms = '{n, plural, zero {لا أيام} one {يوم} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}';
    speak('ar-u-nu-latn', 'rtl', { [days]: forms });
    expect([0, 1, 2, 3, 11, 100].map((n) => t(days, { n }))).toEqual(['لا أيام', 'يوم', 'يومان', '3 أيام', '11 يومًا', '100 يوم']);
  });

  it('keeps a title in its own direction if the words run the other way, also within a plural form', () => {
    const parts = '{n, plural, one {One part of {subject}} other {# parts of {subject}}}';
    speak('ar', 'rtl', { 'Written: {subject}': 'كُتب: {subject}', [parts]: '{n, plural, other {{subject}: #}}' });
    expect(t('Written: {subject}', { subject: 'Bees (2)' })).toBe('كُتب: \u2068Bees (2)\u2069');
    expect(t(parts, { subject: 'Bees (2)', n: 3 })).toMatch(/^\u2068Bees \(2\)\u2069: /);
    speak('en', 'ltr', {});
    expect(t('Written: {subject}', { subject: 'النحل (2)' })).toBe('Written: \u2068النحل (2)\u2069');
    expect(t('Written: {subject}', { subject: 'Bees (2)' })).toBe('Written: Bees (2)');
  });
});

describe('texts of the server', () => {
  it('are translated by their pattern and values, or as a whole without values, and otherwise shown as they came', () => {
    const key = '{n, plural, one {the last course} other {the last # courses}}';
    speak('es', 'ltr', {
      'All seats are taken.': 'No quedan plazas.',
      [key]: '{n, plural, one {el último curso} many {los últimos # cursos} other {los últimos # cursos}}',
      '{sum} tokens': '{sum} tokens usados',
    });
    const ofCourses = (n: number) => translateServerText(`the last ${n} courses`, { key, values: { n } });
    expect([translateServerText('All seats are taken.'), ...[1, 20, 2_500, 5.5].map(ofCourses)]).toEqual([
      'No quedan plazas.',
      'el último curso',
      'los últimos 20 cursos',
      'los últimos 2500 cursos',
      'los últimos 5,5 cursos',
    ]);
    expect(translateServerText('12,500 tokens', { key: '{sum} tokens', values: { sum: 12_500 } })).toBe('12.500 tokens usados');
    expect(translateServerText('Grok wrote 3 lessons.')).toBe('Grok wrote 3 lessons.');
    expect(translateServerText('Grok wrote 3 lessons.', { key: '{service} wrote {n} lessons.', values: { service: 'Grok', n: 3 } })).toBe(
      'Grok wrote 3 lessons.',
    );
  });

  it('keep their own direction if they are not translated: the full stop stays at their end', () => {
    speak('ar', 'rtl', {});
    expect(translateServerText('Grok wrote 3 lessons.')).toBe('\u2068Grok wrote 3 lessons.\u2069');
  });
});
