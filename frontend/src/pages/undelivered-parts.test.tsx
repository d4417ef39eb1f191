import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PLANS, TIERS } from '#contract/billing/catalogue.ts';
import { DELIVERED_PARTS, type Part } from '#contract/platform/delivered-parts.ts';
import { namesUndelivered } from '#contract/platform/named-parts.ts';
import { PlanRows, TokenRows } from '#frontend/features/billing/dialogs/billing-dialogs.tsx';
import { theTokenPackages, thePlans } from '#frontend/features/billing/packages.factory.ts';
import { PlanCard, PlanCards } from '#frontend/features/billing/plans/plan-choice.tsx';
import { QuotaList } from '#frontend/features/billing/subscription/billing-view.tsx';
import { CostSummary } from '#frontend/features/generation/builder/cost-summary.tsx';
import { COMPONENTS } from '#frontend/features/generation/builder/cost-estimate.ts';
import { createFormState } from '#frontend/features/generation/builder/form-state.ts';
import { FORM_DEFAULTS } from '#frontend/features/generation/builder/form-values.ts';
import { termsPage } from '#frontend/features/legal/terms.ts';
import { LIST_PRICES } from '#frontend/features/legal/list-prices.ts';
import { answerTo } from '#frontend/features/marketing/assistant/answers.ts';
import { Landing } from '#frontend/features/marketing/landing/landing.tsx';
import { HelpDialog } from '#frontend/features/settings/help/help-dialog.tsx';
import { speak } from '#frontend/lib/text.ts';
import { messages as arabic } from '#frontend/lib/texts/ar.po';
import { messages as spanish } from '#frontend/lib/texts/es.po';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const table = DELIVERED_PARTS as Record<Part, boolean>;
const asItIs = { ...table };
const PARTS = Object.keys(table) as Part[];

/** The name of each part on the screens, repeated here so that the table is not its own proof. */
const CALLED: Readonly<Record<string, Readonly<Record<Part, RegExp>>>> = {
  en: {
    courses: /\bcourses\b/i,
    marketplace: /marketplace/i,
    creator_share: /revenue share/i,
    mentor: /mentor/i,
    badges: /badges/i,
    video: /video(?! clips)/i,
    course_clips: /^video clips/i,
    vortex: /vortex|^tutor/i,
    imagen: /visuals|^images/i,
    ar_vr: /AR\/VR/,
    community: /community/i,
  },
  es: {
    courses: /cursos/i,
    marketplace: /mercado/i,
    creator_share: /de los ingresos/i,
    mentor: /mentor/i,
    badges: /insignias/i,
    video: /(?<!clips de )v[ií]deo/i,
    course_clips: /^clips de video/i,
    vortex: /vortex|^tutor/i,
    imagen: /imágenes/i,
    ar_vr: /AR\/VR|RA\/RV/,
    community: /comunidad/i,
  },
  ar: {
    courses: /دورات|دورة/,
    marketplace: /السوق/,
    creator_share: /من الإيرادات/,
    mentor: /المرشد/,
    badges: /شارات/,
    video: /(?<!^مقاطع )فيديو/,
    course_clips: /^مقاطع فيديو/,
    vortex: /vortex|^مدرّس/i,
    imagen: /imagen|^صور/i,
    ar_vr: /AR\/VR/,
    community: /المجتمع/,
  },
};
const MARK: Readonly<Record<string, RegExp>> = { en: /not yet available/i, es: /aún no/i, ar: /غير متاح/ };
/** The notes after a sentence that mark a part as unavailable: the sentence itself may name parts that are unavailable. */
const NOTE: Readonly<Record<string, RegExp>> = { en: /not yet available[:.]/i, es: /Aún no disponible:/, ar: /غير متاح بعد:/ };
const TURNED: Readonly<Record<string, boolean>> = { ar: true };

const linesOf = (container: Element, selector: string): string[] =>
  [...container.querySelectorAll(selector)].map((line) => (line.textContent ?? '').replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '').trim());
const premium = thePlans['premium_monthly']!;
const quotas = Object.entries(PLANS[0]!.quotas).map(([name, allowed]) => ({ name, allowed, used: 0, held: 0, resets_at: null }));
const form = createFormState(FORM_DEFAULTS, () => undefined);

/** Every surface that lists parts one per line, with its lines and languages. */
const SURFACES: readonly (readonly [name: string, languages: readonly string[], lines: () => Promise<string[]>])[] = [
  [
    'landing page',
    ['en'],
    async () => linesOf((await showScreen(<Landing />)).container, '.lp-contents li, .lp-plan .lp-small, .lp-institutions p'),
  ],
  [
    'plan cards',
    ['en', 'es', 'ar'],
    async () => {
      const cards = Object.values(thePlans).map((plan) => (
        <PlanCard {...plan} key={plan.key} price="$1" unit="a month" features={plan.features} action={null} />
      ));
      return linesOf((await showScreen(<PlanCards>{cards}</PlanCards>)).container, 'li li, p');
    },
  ],
  [
    'quotas of the billing page',
    ['en', 'es', 'ar'],
    async () => linesOf((await showScreen(<QuotaList quotas={quotas} />)).container, 'li'),
  ],
  [
    'switches of the AI Builder',
    ['en', 'es', 'ar'],
    async () => linesOf((await showScreen(<CostSummary form={form} userId="u" />)).container, 'li').slice(1),
  ],
  [
    'community in the help',
    ['en', 'es', 'ar'],
    async () => linesOf((await showScreen(<HelpDialog onClose={() => undefined} />)).baseElement, 'dl > div').slice(2),
  ],
  ['assistant', ['en'], async () => ['is there video', 'what of AR/VR', 'has it images'].map(answerTo)],
];

/** Sentences and lists that name several parts at once: how many marks they have, or which parts their note names. */
const LISTS: readonly (readonly [name: string, languages: readonly string[], text: () => Promise<string>])[] = [
  [
    'plans of the dialogs',
    ['en', 'es', 'ar'],
    async () => {
      const rows = <PlanRows legend="x" plans={[premium]} chosen={null} onChoose={() => undefined} />;
      return (await showScreen(rows)).container.textContent ?? '';
    },
  ],
  ['assistant of the plan', ['en'], async () => answerTo('premium')],
];

const NOTES: readonly (readonly [name: string, languages: readonly string[], parts: readonly Part[], text: () => Promise<string>])[] = [
  [
    'token packages of the dialogs',
    ['en', 'es', 'ar'],
    ['video', 'imagen'],
    async () => {
      const packages = Object.values(theTokenPackages);
      const rows = <TokenRows legend="x" packages={packages} chosen={null} onChoose={() => undefined} mark="" hasPerks />;
      return (await showScreen(rows)).container.textContent ?? '';
    },
  ],
  [
    'components in the help',
    ['en', 'es', 'ar'],
    ['video', 'ar_vr', 'imagen'],
    // the last of the three specified questions; four more follow
    async () => linesOf((await showScreen(<HelpDialog onClose={() => undefined} />)).baseElement, '.MuiAccordion-root').at(-5)!,
  ],
  ['tutor of the assistant', ['en'], ['vortex'], async () => answerTo('is there vortex')],
];

function speakIn(language: string): void {
  speak(language, TURNED[language] ? 'rtl' : 'ltr', { es: spanish, ar: arabic }[language] ?? {});
}

type State = readonly [name: string, is: (part: Part) => boolean];
const STATES: readonly State[] = [
  ['as the table is', (part) => asItIs[part]],
  ['with everything delivered', () => true],
  ['with nothing delivered but courses', (part) => part === 'courses'],
];
/** In one language, because the line of each part does not depend on it. */
const ONE_TURNED: readonly State[] = PARTS.filter((part) => part !== 'courses').map((part) => [
  `with ${part} alone turned`,
  (one) => (one === part ? !asItIs[one] : asItIs[one]),
]);

afterEach(() => {
  Object.assign(table, asItIs);
  speakIn('en');
});

describe.each(['en', 'es', 'ar'])('A18 parts that are sold and not delivered yet are marked, and nothing else is, in %s', (language) => {
  it.each(language === 'en' ? [...STATES, ...ONE_TURNED] : STATES)('%s', language === 'en' ? {} : { tags: 'slow' }, async (_state, is) => {
    stubServer(() => partly({}));
    for (const part of PARTS) table[part] = is(part);
    speakIn(language);
    const called = CALLED[language]!;
    const mark = MARK[language]!;

    for (const [surface, languages, lines] of SURFACES) {
      if (!languages.includes(language)) continue;
      const shown = (await lines()).filter((line) => PARTS.some((part) => called[part].test(line)));
      expect(shown.length, surface).toBeGreaterThan(0);
      for (const line of shown) {
        const isMissing = PARTS.some((part) => called[part].test(line) && !table[part]);
        expect([surface, line, mark.test(line)]).toEqual([surface, line, isMissing]);
      }
      cleanup();
    }

    for (const [surface, languages, text] of LISTS) {
      if (!languages.includes(language)) continue;
      const missing = premium.features.filter((feature) => PARTS.some((part) => CALLED['en']![part].test(feature) && !table[part]));
      const shown = await text();
      expect([surface, shown.match(new RegExp(mark, 'gi'))?.length ?? 0]).toEqual([surface, missing.length]);
      cleanup();
    }

    for (const [surface, languages, parts, text] of NOTES) {
      if (!languages.includes(language)) continue;
      const shown = await text();
      expect([surface, NOTE[language]!.test(shown)]).toEqual([surface, parts.some((part) => !table[part])]);
      cleanup();
    }
  });
});

it('A18 every part that a plan names is in the table', () => {
  const named = TIERS.flatMap((tier) => PLANS.find((plan) => plan.tier === tier)!.features);
  const bare = named.filter((feature) => !PARTS.some((part) => CALLED['en']![part].test(feature)));
  expect(bare).toEqual(['250 tokens', '600 tokens', '1,400 tokens', '3,500 tokens']);
  for (const part of PARTS) table[part] = false;
  expect(named.filter((feature) => !namesUndelivered(feature))).toEqual(bare);
  expect(COMPONENTS.some(({ isAvailable }) => isAvailable)).toBe(false);
});

it('A18 the documents and the terms outside their specified price list call no part available or missing: they leave that to the table', () => {
  const limits = readFileSync(path.join(ROOT, 'docs/limits.md'), 'utf8');
  expect(limits).toContain('`contract/platform/delivered-parts.ts`');
  for (const part of ['video', 'vortex', 'imagen', 'ar_vr', 'community'] as const) expect(limits).not.toMatch(CALLED['en']![part]);
  const { sections } = termsPage('/plans');
  const terms = LIST_PRICES.reduce((text, { items }) => text.replace(items.join('; '), ''), JSON.stringify(sections));
  for (const part of ['marketplace', 'badges', 'video', 'vortex', 'imagen', 'ar_vr'] as const)
    expect(terms).not.toMatch(CALLED['en']![part]);
});
