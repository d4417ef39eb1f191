import { PRODUCT } from '#contract/product.ts';
import type { LegalPage } from '#frontend/features/legal/section.ts';

/**
 * The meaning of accreditation here, in two separate parts: the operator's statement, and what the software does.
 * @param claim the operator's statement, marketing copy (G57)
 */
export const accreditationPage = (claim: string): LegalPage => ({
  title: 'Accreditation',
  description: `What a finished course in ${PRODUCT} is worth, and what it is not.`,
  updated: 'November 30, 2026',
  opening: [],
  sections: [
    {
      title: 'What the operator states',
      body: [
        `“${claim}” This is a statement of the operator of this installation and marketing text. The software does not check it, and puts it on no document.`,
      ],
    },
    {
      title: 'What the software does',
      body: [
        `${PRODUCT} records which lessons you completed. If you have completed all lessons of a course, you can have a certificate. It certifies only that; some courses also require a passed final test. Finishing a course is not a degree, a credit or a license, and nobody has to recognise it.`,
      ],
    },
    {
      title: 'How to check',
      body: [
        'MSCHE is the Middle States Commission on Higher Education, which accredits institutions of higher education in the United States. It accredits institutions, not single courses. Whether an institution is accredited can be looked up at [msche.org](https://www.msche.org/).',
        'If you need a course for an employer, a school or an authority, ask them before you begin what they recognise.',
      ],
    },
  ],
});
