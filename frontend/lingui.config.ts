import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import type { Calls } from './texts/find-texts.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const OF_SCREENS: Calls = { t: 0 };
const OF_LEGAL_PAGES: Calls = { say: 0 };
/** Texts of the server: problem documents, lines of a run's log, reasons of token movements. */
const OF_SERVER: Calls = { toSentence: 0, notFound: 0, ProductError: 1, invalid: 1, fieldProblem: 1, refine: 1 };
/** What a field must be like; of an installation's settings its log says so, in English. */
const OF_REQUESTS: Calls = { ...OF_SERVER, regex: 1 };

/** Visitor pages and legal texts are English; what leads to the terms is translated. */
const ENGLISH_ONLY = /^frontend\/src\/(documents|features\/marketing|features\/legal|features\/investors)\/(?!terms-dialog|read-terms)/;
const LEGAL = 'frontend/src/features/legal/{legal-pages.ts,legal-document.tsx}';
const MAILS = 'domain/mail/{templates/*.ts,mail-kinds.ts,render-mail.ts}';

/** Errors that only API clients can cause: no screen sends such a request. */
const FOR_PROGRAMS = new RegExp(
  [
    /^(Has fields that|Must be (one of|a multiple|a JSON|a list|true|the `next`|ids of)|must (be the id|not be there)|Is nested|Contains characters)/,
    /^Must be (bytes|a SHA-256|a path of this site|a time (with its|of the years|zone)|an id such|a month such)/,
    /^(The (body|package must|page to return|place to continue|proposal does not)|Body:|This (address|process|job|token transaction|has already ended with))/,
    /^(These tokens have already|Token packages are|A payment can only|Name the plan in|Not ready)|^The webhook could not be verified|[Ii]dempotency|the other Stripe mode/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

function callsIn(file: string): Calls {
  if (file.startsWith('frontend/src/features/legal/legal-')) return OF_LEGAL_PAGES;
  if (file.startsWith('contract/')) return OF_REQUESTS;
  return file.startsWith('frontend/') || file.startsWith('domain/mail/') ? OF_SCREENS : OF_SERVER;
}

/** Every text of a source file. */
async function textsOf(file: string, code: string): Promise<string[]> {
  // the configuration itself is loaded synchronously, for which Vite is too large
  const [{ findTexts }, { CONSTANT_TEXTS }] = await Promise.all([import('./texts/find-texts.ts'), import('./texts/constant-texts.ts')]);
  const found = findTexts(file, code, callsIn(file)).flatMap(({ call, key }) =>
    key === null ? [] : call === 'notFound' ? `${key[0]!.toUpperCase()}${key.slice(1)} not found.` : key,
  );
  return [...found, ...(CONSTANT_TEXTS[file] ?? [])].filter((text) => file.startsWith('frontend/') || !FOR_PROGRAMS.test(text));
}

const NO_PRODUCT = ['**/*.{test,factory,tmp}.*', '**/testing/**', '**/*.d.ts'];

/**
 * The catalogues of hand-made translations: PO files with ICU messages, whose id is the English one (decision 0024). `npm run texts` writes new
 * sentences into them and takes those out that nothing uses.
 */
const config: Parameters<typeof defineConfig>[0] = {
  rootDir: ROOT,
  sourceLocale: 'en',
  locales: ['es', 'ar'],
  format: formatter({ origins: false, explicitIdAsDefault: true }),
  orderBy: 'messageId',
  catalogs: [
    {
      path: '<rootDir>/frontend/src/lib/texts/{locale}',
      include: ['frontend/src/**/*.{ts,tsx}', '{api,domain,contract,queues}/**/*.ts', 'ops/{seeds,scripts}/*.ts'].map(
        (at) => `<rootDir>/${at}`,
      ),
      exclude: [...NO_PRODUCT, `<rootDir>/${LEGAL}`, `<rootDir>/${MAILS}`],
    },
    { path: '<rootDir>/frontend/src/lib/texts/legal/{locale}', include: [`<rootDir>/${LEGAL}`] },
    { path: '<rootDir>/domain/mail/texts/{locale}', include: [`<rootDir>/${MAILS}`], exclude: NO_PRODUCT },
  ],
  extractors: [
    {
      match: (file) => {
        const name = path.relative(ROOT, file).replaceAll('\\', '/');
        return /\.tsx?$/.test(name) && (/legal\/legal-(pages|document)\./.test(name) || !ENGLISH_ONLY.test(name));
      },
      async extract(file, code, onMessageExtracted) {
        const name = path.relative(ROOT, path.resolve(ROOT, file)).replaceAll('\\', '/');
        for (const id of await textsOf(name, code)) onMessageExtracted({ id, origin: [name, 1] });
      },
    },
  ],
};
export default config;
