import { expect, it } from 'vitest';
import { bySandbox, faultsOf } from './interface-texts.factory.ts';

// `interface-texts.test.ts` has one language with many plural forms that the services translate; this file has the other languages of the
// settings
it.each(['fr', 'de', 'it', 'pt', 'zh', 'ja', 'ko', 'hi', 'pl'])(
  'I18N-03 the texts of the interface in %s have every placeholder and every plural form',
  (language) => expect(faultsOf(language, bySandbox(language))).toEqual([]),
);
