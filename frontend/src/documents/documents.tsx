import type { ReactNode } from 'react';
import { PRODUCT } from '#contract/product.ts';
import { ACCESSIBILITY_STATEMENT } from '#frontend/features/legal/accessibility-statement.ts';
import { accreditationPage } from '#frontend/features/legal/accreditation.ts';
import { LegalDocument } from '#frontend/features/legal/legal-document.tsx';
import { PRIVACY_POLICY } from '#frontend/features/legal/privacy-policy.ts';
import type { LegalPage } from '#frontend/features/legal/section.ts';
import { termsPage } from '#frontend/features/legal/terms.ts';
import { YOUR_PRIVACY } from '#frontend/features/legal/your-privacy.ts';
import { AssistantTab } from '#frontend/features/marketing/assistant/assistant-tab.tsx';
import { ACCREDITATION } from '#contract/investors/claims.ts';
import { InvestorPage } from '#frontend/features/investors/investor-page.tsx';
import { Landing } from '#frontend/features/marketing/landing/landing.tsx';

/** One page that is complete without a script. */
export interface StaticDocument {
  /** Its file and its address: `terms` is at `/terms`; `landing` is at `/`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly content: ReactNode;
}

const legal = (name: string, page: LegalPage): StaticDocument => ({
  name,
  title: `${page.title} · ${PRODUCT}`,
  description: page.description,
  content: <LegalDocument page={page} />,
});

export const DOCUMENTS: readonly StaticDocument[] = [
  {
    name: 'landing',
    title: `${PRODUCT}: courses written for one reader`,
    description: 'Describe what you want to learn; four AI services write a course for you, lesson by lesson. Free to begin.',
    content: (
      <>
        <Landing />
        <div data-assistant="" data-needs-script="">
          <AssistantTab />
        </div>
      </>
    ),
  },
  legal('terms', termsPage('/#pricing')),
  legal('privacy-policy', PRIVACY_POLICY),
  legal('privacy', YOUR_PRIVACY),
  legal('accessibility-statement', ACCESSIBILITY_STATEMENT),
  legal('accreditation-info', accreditationPage(ACCREDITATION)),
  {
    name: 'investors',
    title: `Investor information · ${PRODUCT}`,
    description: `What ${PRODUCT} is, how it earns, and what the operator states to investors.`,
    content: <InvestorPage />,
  },
];
