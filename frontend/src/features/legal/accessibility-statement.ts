import { PRODUCT } from '#contract/product.ts';
import type { LegalPage } from '#frontend/features/legal/section.ts';

/** What is implemented and tested for readers with disabilities, and what is not. */
export const ACCESSIBILITY_STATEMENT: LegalPage = {
  title: 'Accessibility statement',
  description: `How ${PRODUCT} can be used with a keyboard, a screen reader, large text or high contrast, and where it falls short.`,
  updated: 'November 20, 2026',
  opening: [
    `${PRODUCT} is built to be used by everybody. The working rule is the Web Content Accessibility Guidelines (WCAG) 2.2, level AA, which contains 2.1 AA. Nobody outside has audited it.`,
  ],
  sections: [
    {
      title: 'What you can rely on',
      body: [
        {
          points: [
            'Everything works with a keyboard alone, and what has the focus shows a clear ring.',
            'Three appearances: light, dark and high contrast. The machine’s own wish is followed until you choose another in the profile menu.',
            'Text can be made twice as large, and pages fit a screen 320 pixels wide, without scrolling sideways.',
            'No state is told by colour alone: every line in the margin has a word beside it.',
            'Nothing moves when your machine asks for less motion, or when you do under Accessibility.',
            'Accessibility in the profile menu also makes every text a quarter larger, keeps messages until you dismiss them, tells the progress of a course in words, and leaves the Alt key to other aids.',
            'Messages that pass by stay readable in the list of notifications.',
            'The typeface, Atkinson Hyperlegible, was made by the Braille Institute for readers with low vision.',
          ],
        },
      ],
    },
    {
      title: 'How it is tested',
      body: [
        'Before every release all screens are opened by a program, on a desktop and a phone size and in the three appearances, and checked by axe-core against WCAG 2.2 AA; they must also fit with text at 200%. One test goes the whole way from signing in to a finished lesson by keyboard. Contrast of every pair of colours is computed.',
        'Programs find about half of what hinders people. The software has not been tried by people with disabilities in a study, and not with every screen reader.',
      ],
    },
    {
      title: 'Known limits',
      body: [
        {
          points: [
            'Courses are written by machines: headings and lists are in order, but the wording may be harder than the level you asked for.',
            'The payment page is Stripe’s, and mail depends on your mail program.',
            'The interface is written in English, Spanish and Arabic; AI services translate it into other languages and can be wrong. The legal documents are in English, with translations to read by.',
          ],
        },
      ],
    },
    {
      title: 'If something stops you',
      body: [
        'Tell the operator of this installation what you wanted to do, on which page and with which aid. You are entitled to an answer, in Ontario under the AODA and in other places under their own law.',
      ],
    },
  ],
};
