import * as z from 'zod';
import { ALT_CHARACTERS } from '#contract/courses/course-pictures.contract.ts';
import { checkLanguage } from '#domain/generation/checks/check-language.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { askServices, type Flaw, type Work } from '#domain/vendors/llm/ask-services.ts';
import { declareAnswer } from '#domain/vendors/llm/answer-schema.ts';
import { CLIP_PLACE, type PicturesRequest } from './course-pictures.kind.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));
const MOST_ANSWER_TOKENS = 4_000;

/** A place as it is sent to a service. */
export interface DescribedPlace {
  readonly place: string;
  readonly course: string;
  /** Empty for the cover. */
  readonly module: string;
  readonly about: string;
}

const answerSchema = declareAnswer(
  'pictures',
  z.object({
    pictures: z.array(
      z.object({
        place: z.string(),
        prompt: z.string().trim().min(20).max(1_200),
        alt: z.string().trim().min(ALT_CHARACTERS.least).max(ALT_CHARACTERS.most),
      }),
    ),
  }),
);
type Description = z.infer<typeof answerSchema>['pictures'][number];

/**
 * Asks one service to describe the pictures, with alternative texts in the course's language; the others in turn when it fails, or writes
 * in another language. An answer is stored on the step before anything else.
 * @throws ProductError vendors.failed when no service could; StepLost; CallAborted
 */
export async function describePictures(work: Work<PicturesRequest>, places: readonly DescribedPlace[]): Promise<Description[]> {
  const { language, age } = work.step.request;
  const { value } = await askServices(work, {
    purpose: 'pictures',
    prompt: (problems) => render('describe-pictures', { wanted: { language, age }, places, problems }),
    schema: answerSchema,
    maxOutputTokens: MOST_ANSWER_TOKENS,
    problemsOf: ({ pictures }) => problemsOf(pictures, places, language),
    failure: () => new ProductError('vendors.failed', 'No AI service answered.'),
  });
  return value.pictures;
}

/**
 * Returns the problems of an answer that fits its schema. The clip's text is not used anywhere, and may equal that of its module's picture.
 */
export function problemsOf(
  pictures: readonly Description[],
  places: readonly DescribedPlace[],
  language: PicturesRequest['language'],
): (string | Flaw)[] {
  const described = new Set(pictures.map(({ place }) => place));
  const left = places.filter(({ place }) => !described.has(place));
  const alts = pictures.flatMap(({ place, alt }) => (place === CLIP_PLACE ? [] : alt));
  return [
    ...left.map(({ place }) => `the place ${place} is missing`),
    ...(new Set(alts).size < alts.length ? ['two alternative texts are the same'] : []),
    ...checkLanguage([alts.join(' ')], language).map(({ text }) => ({ text, cause: 'other_language' as const })),
  ];
}
