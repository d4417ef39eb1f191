import { AGE_GROUPS } from '#contract/courses/age-groups.ts';
import { ORGANISATION_PLANS, PLANS, TOKEN_PACKAGES } from '#contract/billing/catalogue.ts';
import { ERRORS } from '#contract/platform/errors.ts';
import { COMPONENTS } from '#frontend/features/generation/builder/cost-estimate.ts';
import { FIRST_TOPICS, REASONS } from '#frontend/features/generation/builder/first-topics.ts';
import { MAIN_CHOICES, optionCaption, optionsOf, SECTIONS, START_CHOICE } from '#frontend/features/generation/builder/form-fields.ts';
import { LEGAL_PAGES } from '#frontend/features/legal/legal-pages.ts';
import { termsPage } from '#frontend/features/legal/terms.ts';
import { pageIn } from '#frontend/features/legal/translated-page.ts';

const fields = [...MAIN_CHOICES, START_CHOICE, ...SECTIONS.flatMap((section) => section.fields)];

function ofLegalPages(): string[] {
  const texts: string[] = [];
  for (const page of [...Object.values(LEGAL_PAGES), termsPage('/plans')])
    pageIn(page, (english) => {
      texts.push(english);
      return english;
    });
  return texts;
}

/** Texts that are no argument of a call, by the file that has them. */
export const CONSTANT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  'contract/courses/age-groups.ts': AGE_GROUPS.map(({ name }) => name),
  'contract/billing/catalogue.ts': [
    ...[...PLANS, ...ORGANISATION_PLANS].flatMap(({ features }) => features),
    ...[...PLANS, ...TOKEN_PACKAGES].map(({ description }) => description),
    ...TOKEN_PACKAGES.map(({ tokens, bonus_tokens: bonus }) => `${(tokens + bonus).toLocaleString('en-US')} tokens`),
  ],
  'contract/platform/errors.ts': Object.values(ERRORS).map(({ title }) => title),
  'frontend/src/features/generation/builder/first-topics.ts': [...FIRST_TOPICS, ...REASONS],
  'frontend/src/features/generation/builder/form-fields.ts': [
    ...SECTIONS.map(({ title }) => title),
    ...fields.flatMap(({ name, label, hint }) => [label, ...(hint ? [hint] : []), ...optionsOf(name).map(optionCaption)]),
    optionCaption(''),
  ],
  'frontend/src/features/generation/builder/cost-estimate.ts': COMPONENTS.flatMap(({ label, hint }) => [label, hint]),
  'frontend/src/features/legal/legal-pages.ts': ofLegalPages(),
};
