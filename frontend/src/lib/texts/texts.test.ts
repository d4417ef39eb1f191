import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { AGE_GROUPS } from '#contract/courses/age-groups.ts';
import { LENGTH_WORDS, MARKET_WORDS, PRICE_WORDS, SORT_WORDS } from '#contract/market/market-words.ts';
import { CATEGORY_WORDS, DIFFICULTY_WORDS } from '#contract/studio/course-field-words.ts';
import { ORGANISATION_PLANS, PLANS, TOKEN_PACKAGES } from '#contract/billing/catalogue.ts';
import { ERRORS } from '#contract/platform/errors.ts';
import { COMPONENTS } from '#frontend/features/generation/builder/cost-estimate.ts';
import { MAIN_CHOICES, optionCaption, optionsOf, SECTIONS, START_CHOICE } from '#frontend/features/generation/builder/form-fields.ts';
import type { Dictionary } from '#frontend/lib/text.ts';
import arabic from './ar.json';
import spanish from './es.json';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const sources = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT }).filter((name) => !/[.](test|factory|tmp)[.]|\/testing\//.test(name));

/** Visitor pages and legal texts are English; what leads to the terms is translated. */
const ENGLISH_ONLY = /\/(documents|features\/marketing|features\/legal|features\/investors)\/(?!terms-dialog|read-terms)/;

/** Files whose texts come from constants: the test below checks the constants themselves. */
const FROM_CONSTANTS = /\/(features\/generation\/builder\/(form-control|form-section|cost-summary)[.]tsx|lib\/text[.]ts)$/;

/** Texts that the api serves too: `t(MARKET_WORDS.title)` is as good as a literal. */
const SERVED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  MARKET_WORDS,
  LENGTH_WORDS,
  PRICE_WORDS,
  SORT_WORDS,
  CATEGORY_WORDS,
  DIFFICULTY_WORDS,
};

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

interface Found {
  readonly file: string;
  readonly call: string;
  readonly key: string | null;
  readonly source: string;
  /** At module level: evaluated before the language is known. */
  readonly isEarly: boolean;
}

/** The position of the text argument, by function name. */
type Calls = Readonly<Record<string, number>>;
const OF_SCREENS: Calls = { t: 0 };
/** Texts of the server: problem documents, lines of a run's log, reasons of token movements. */
const OF_SERVER: Calls = { toSentence: 0, notFound: 0, ProductError: 1, invalid: 1, fieldProblem: 1, refine: 1 };

/** The text arguments of these calls; both branches of a conditional. */
function textsOf(file: string, calls: Calls): Found[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const found: Found[] = [];
  const note = (call: string, node: Node, isEarly: boolean): void => {
    if (node.type === 'ConditionalExpression') {
      note(call, node.consequent as Node, isEarly);
      note(call, node.alternate as Node, isEarly);
    } else if (node.type === 'MemberExpression' && String((node.object as Node).name) in SERVED) {
      const texts = SERVED[String((node.object as Node).name)]!;
      const keys = node.computed ? Object.values(texts) : [texts[String((node.property as Node).name)]!];
      for (const key of keys) found.push({ file, call, key, source: key, isEarly });
    } else {
      const key = node.type === 'Literal' ? String(node.value) : null;
      found.push({ file, call, key, source: source.slice(node.start as number, node.end as number), isEarly });
    }
  };
  const walk = (value: unknown, depth: number): void => {
    if (Array.isArray(value)) return value.forEach((each) => walk(each, depth));
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    const callee = node.callee as Node | undefined;
    const name = String(callee?.name ?? (callee?.property as Node | undefined)?.name);
    const text = (node.arguments as Node[] | undefined)?.[calls[name] ?? -1];
    if (text) note(name, text, depth === 0);
    const inside = depth + (String(node.type).includes('Function') ? 1 : 0);
    for (const each of Object.values(node)) walk(each, inside);
  };
  walk(parseSync(file, source).program, 0);
  return found;
}

const found = sources('frontend/src/**/*.{ts,tsx}').flatMap((file) => textsOf(file, OF_SCREENS));
const fields = [...MAIN_CHOICES, START_CHOICE, ...SECTIONS.flatMap((section) => section.fields)];
const ofConstants = [
  ...SECTIONS.map(({ title }) => title),
  ...fields.flatMap(({ name, label, hint }) => [label, ...(hint ? [hint] : []), ...optionsOf(name).map(optionCaption)]),
  optionCaption(''),
  ...COMPONENTS.flatMap(({ label, hint }) => [label, hint]),
];
/** Errors that only API clients can cause: no screen sends such a request. */
const FOR_PROGRAMS = new RegExp(
  [
    /^(Has fields that|Must be (one of|a multiple|a JSON|a list|true|the `next`|ids of)|must (be the id|not be there)|Is nested|Contains characters)/,
    /^(The (body|package must|page to return|place to continue|proposal does not)|Body:|This (address|process|job|movement|was ended))/,
    /^(These tokens were|Token packages are|A payment can only|Name the plan in|Not ready)|[Ww]ebhook|[Ii]dempotency|of the other mode/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
const ofServer = [
  ...sources('{api,domain,contract}/**/*.ts')
    .concat(sources('ops/{seeds,scripts}/*.ts'))
    .flatMap((file) => textsOf(file, OF_SERVER))
    .flatMap(({ call, key }) => (key === null ? [] : call === 'notFound' ? `There is no such ${key}.` : key)),
  ...Object.values(ERRORS).map(({ title }) => title),
].filter((key) => !FOR_PROGRAMS.test(key));
/** The feature sentences of plans and packages. */
const ofCatalogue = [...PLANS, ...ORGANISATION_PLANS].flatMap(({ features }) => features);
const ofOffers = [
  ...[...PLANS, ...TOKEN_PACKAGES].map(({ description }) => description),
  ...TOKEN_PACKAGES.map(({ tokens, bonus_tokens: bonus }) => `${(tokens + bonus).toLocaleString('en-US')} tokens`),
];
const keysOf = (texts: readonly Found[]): string[] => texts.flatMap(({ key }) => key ?? []);
const fromElsewhere = [...AGE_GROUPS.map(({ name }) => name), ...ofConstants, ...ofServer, ...ofCatalogue, ...ofOffers];
const needed = new Set([...keysOf(found.filter(({ file }) => !ENGLISH_ONLY.test(file))), ...fromElsewhere]);
const everywhere = new Set([...keysOf(found), ...fromElsewhere]);

const formsOf = (entry: Dictionary[string]): string[] =>
  typeof entry === 'string' ? [entry] : Object.entries(entry).flatMap(([category, text]) => (category === 'by' ? [] : text));
const placeholders = (text: string): string => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ');

describe('the texts of the interface', () => {
  it('are literals, so that they can be found', () => {
    const hidden = found.filter(({ file, key }) => key === null && !FROM_CONSTANTS.test(file));
    expect(hidden.map(({ file, source }) => `${file}: t(${source})`)).toEqual([]);
  });

  it('are worked out when they are shown, not when a file is loaded: the language is not known then', () => {
    expect(found.filter(({ isEarly }) => isEarly).map(({ file, source }) => `${file}: t(${source})`)).toEqual([]);
  });
});

describe.each<[string, Dictionary]>([
  ['es', spanish as Dictionary],
  ['ar', arabic as Dictionary],
])('SHELL-01 the texts in %s', (language, dictionary) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();

  it('are complete', () => {
    expect([...needed].filter((key) => !(key in dictionary))).toEqual([]);
  });

  it('are all used', () => {
    expect(Object.keys(dictionary).filter((key) => !everywhere.has(key))).toEqual([]);
  });

  it('have the placeholders of the English one; a form that names its number in words may leave that out', () => {
    const wrong = Object.entries(dictionary).filter(([key, entry]) => {
      const general = typeof entry === 'string' ? entry : entry.other;
      const strange = formsOf(entry).some((form) => (form.match(/\{\w+\}/g) ?? []).some((name) => !key.includes(name)));
      return strange || placeholders(general) !== placeholders(key);
    });
    expect(wrong).toEqual([]);
  });

  it('have forms the language has, counted by a placeholder there is', () => {
    const wrong = Object.entries(dictionary).filter(([key, entry]) => {
      if (typeof entry === 'string') return false;
      const { by = 'n', ...forms } = entry;
      return !key.includes(`{${by}}`) || Object.keys(forms).some((category) => !(pluralCategories as string[]).includes(category));
    });
    expect(wrong).toEqual([]);
  });
});
