import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { formatter } from '@lingui/format-po';
import { describe, expect, it } from 'vitest';
import { isTranslationOf } from '#contract/translation/message-check.ts';
import { findTexts } from '../../../texts/find-texts.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** Files whose texts come from constants, which are extracted themselves (constant-texts.ts). */
const FROM_CONSTANTS =
  /\/(features\/generation\/builder\/(form-control|form-section|cost-summary|first-course-form|subject-covers)[.]tsx|lib\/text[.]ts)$/;

const found = globSync('frontend/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((name) => !/[.](test|factory|tmp|d)[.]|\/testing\//.test(name))
  .flatMap((file) => findTexts(file, readFileSync(path.join(ROOT, file), 'utf8'), { t: 0 }).map((text) => ({ file, ...text })));

// missing and unused texts are found by Lingui: npm run check -- texts
describe('the texts of the interface', () => {
  it('are literals, so that they can be found', () => {
    const hidden = found.filter(({ file, key }) => key === null && !FROM_CONSTANTS.test(file));
    expect(hidden.map(({ file, source }) => `${file}: t(${source})`)).toEqual([]);
  });

  it('are evaluated when they are shown, not when a file is loaded: the language is unknown then', () => {
    expect(found.filter(({ isEarly }) => isEarly).map(({ file, source }) => `${file}: t(${source})`)).toEqual([]);
  });
});

describe.each(['es', 'ar'])('SHELL-01 the texts in %s', (language) => {
  it.each(['frontend/src/lib/texts', 'frontend/src/lib/texts/legal', 'domain/mail/texts'])(
    'in %s have the arguments of the English ones, and every plural form the language has',
    async (folder) => {
      const filename = path.join(ROOT, folder, `${language}.po`);
      const about = { locale: language, sourceLocale: 'en', filename };
      const catalogue = await formatter({ explicitIdAsDefault: true }).parse(readFileSync(filename, 'utf8'), about);
      const wrong = Object.entries(catalogue).filter(([english, { translation = '' }]) => !isTranslationOf(english, translation, language));
      expect(wrong.map(([english]) => english)).toEqual([]);
      expect(Object.keys(catalogue).length).toBeGreaterThan(100);
    },
  );
});
