import type { ReactNode } from 'react';
import { PRODUCT } from '#contract/product.ts';
import { LegalDocument } from '#frontend/features/legal/legal-document.tsx';
import { LEGAL_NAMES, LEGAL_PAGES, type LegalName } from '#frontend/features/legal/legal-pages.ts';
import { AssistantTab } from '#frontend/features/marketing/assistant/assistant-tab.tsx';
import { InvestorPage } from '#frontend/features/investors/investor-page.tsx';
import { Landing } from '#frontend/features/marketing/landing/landing.tsx';

/** A page that is complete without a script. */
export interface StaticDocument {
  /** Its file and its address: `terms` is at `/terms`; `landing` is at `/`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly content: ReactNode;
}

const legal = (name: LegalName): StaticDocument => ({
  name,
  title: `${LEGAL_PAGES[name].title} · ${PRODUCT}`,
  description: LEGAL_PAGES[name].description,
  content: <LegalDocument name={name} />,
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
  ...LEGAL_NAMES.map(legal),
  {
    name: 'investors',
    title: `Investor information · ${PRODUCT}`,
    description: `What ${PRODUCT} is, how it earns, and what the operator states to investors.`,
    content: <InvestorPage />,
  },
];
