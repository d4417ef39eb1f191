import * as z from 'zod';
import { CARD_LIMITS } from '#contract/practice/cards.contract.ts';
import { squeeze } from '#contract/notes/find-passage.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { liveCourse } from '#domain/courses/content/live-lesson.queries.ts';
import { lessonTexts } from '#domain/courses/text/lesson-texts.command.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import { askIfPossible, askServices, type Work } from '#domain/vendors/llm/ask-services.ts';
import type { FlashCardsRequest } from './flash-cards.kind.ts';
import { declareAnswer, hinted } from '#domain/vendors/llm/answer-schema.ts';
import { languageProblem } from '#domain/vendors/llm/hygiene/answer-language.ts';
import type { Language } from '#domain/vendors/llm/hygiene/foreign-share.ts';
import { addCards } from './card.commands.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));

const side = z.string().trim().min(1).max(400);
const cardsSchema = declareAnswer(
  'cards',
  z.object({
    flash_cards: z
      .array(z.object({ front: side, back: side, passage: z.string().trim().min(1).max(600) }))
      .min(1)
      .max(15),
  }),
  {
    flash_cards: [{ front: 'What makes green tea bitter?', back: 'Boiling water.', passage: 'Boiling water makes green tea bitter.' }],
  },
);
type WrittenCard = z.infer<typeof cardsSchema>['flash_cards'][number];

const checkSchema = declareAnswer(
  'cards check',
  z.object({
    card_verdicts: z
      .array(z.object({ place: z.int(), reason: hinted(z.string().max(600), { absent: '' }), verdict: z.enum(['keep', 'drop']) }))
      .max(15),
  }),
  { card_verdicts: [{ place: 0, reason: 'The lesson says so.', verdict: 'keep' }] },
);

/** Longer ones are more than one fact. */
const LONGEST_BACK = 240;
const LIST = /\n\s*([-*•]|\d+[.)])\s/;

const comparable = (text: string): string => squeeze(text).text.toLowerCase();

/** Returns why cards cannot be used; empty when they can. @param text visible text of the lesson */
export function cardProblems(cards: readonly WrittenCard[], text: string): string[] {
  const lesson = comparable(text);
  const fronts = cards.map(({ front }) => comparable(front));
  return cards.flatMap(({ front, back, passage }, at) => {
    const problems: string[] = [];
    if (!lesson.includes(comparable(passage))) problems.push('its passage is not in the lesson word for word');
    if (back.length > LONGEST_BACK || LIST.test(back)) problems.push('its back is more than one fact');
    if (fronts[at]!.includes(comparable(back))) problems.push('its front contains the answer');
    if (fronts.indexOf(fronts[at]!) < at) problems.push('another card asks the same');
    return problems.map((problem) => `“${front}”: ${problem}`);
  });
}

function languageProblems(
  cards: readonly WrittenCard[],
  { course, language }: { course: string; language: string },
  text: string,
): string[] {
  const wanted = { languages: [language as Language], about: `${course}\n${text}` };
  // questions in one language and answers in another are in neither by their letters together
  const sides = [cards.map(({ front }) => front), cards.map(({ back }) => back)];
  return [...new Set(sides.map((side) => languageProblem(side, wanted)))].filter((problem) => problem !== null);
}

const failure = () => new ProductError('vendors.failed', 'No AI service could write these flash cards.');

async function lessonOf({ step }: Work<FlashCardsRequest>) {
  const { courseId, content } = await liveCourse({ accountId: step.accountId!, courseId: step.request.course_id });
  const lesson = content.modules.flatMap(({ lessons }) => lessons).find(({ lesson_id: id }) => id === step.itemId);
  if (!lesson) throw notFound('lesson');
  const [text = ''] = await lessonTexts([{ courseId, lesson }], turnOfStep(step));
  return { courseId, text, title: lesson.title, wanted: { course: content.title, lesson: lesson.title, language: content.language } };
}

/**
 * Has a service write the cards of a lesson, the others in turn when it fails or its cards cannot be used.
 * @throws ProductError not_found when the lesson is gone; vendors.failed when no service could; StepLost; CallAborted
 */
export async function writeCards(work: Work<FlashCardsRequest>): Promise<void> {
  const { text, title, wanted } = await lessonOf(work);
  const { value, ...answer } = await askServices(work, {
    purpose: 'flash-cards',
    prompt: (problems) => render('write-cards', { wanted, lesson_text: text, problems }),
    schema: cardsSchema,
    maxOutputTokens: 4_000,
    problemsOf: ({ flash_cards: cards }) => [...cardProblems(cards, text), ...languageProblems(cards, wanted, text)],
    failure,
  });
  const message = toSentence('{service} wrote flash cards of {title}.', { service: SERVICE_NAMES[answer.service], title });
  await completeStep(work.step, { output: value, ...answer, event: { name: 'cards.written', message } });
}

/**
 * Has another service check the cards, and stores those it keeps; all when none is left to check them.
 * @throws ProductError not_found when the lesson is gone; StepLost; CallAborted
 */
export async function checkCards(work: Work<FlashCardsRequest>): Promise<void> {
  const { step } = work;
  const { courseId, text, title, wanted } = await lessonOf(work);
  const written = (await database()('step')
    .where({ run_id: step.runId, key: `write-${step.itemId}` })
    .first('output', 'service'))!;
  const { flash_cards: cards } = cardsSchema.parse(written.output);
  const checked = await askIfPossible(work, {
    purpose: 'flash-cards-check',
    prompt: (problems) =>
      render('check-cards', { wanted, lesson_text: text, cards: cards.map((card, place) => ({ place, ...card })), problems }),
    schema: checkSchema,
    maxOutputTokens: 2_000,
    problemsOf: ({ card_verdicts: verdicts }) =>
      cards.flatMap((_, place) => (verdicts.some((one) => one.place === place) ? [] : [`card ${place} has no verdict`])),
    barred: written.service as Service,
  });
  const dropped = new Set(checked?.value.card_verdicts.flatMap(({ place, verdict }) => (verdict === 'drop' ? [place] : [])));
  const kept = cards.filter((_, place) => !dropped.has(place));
  const { value: _, ...answer } = checked ?? { value: null };
  const message = checked
    ? toSentence('{service} checked the flash cards of {title}: {kept} of {all} were kept.', {
        service: SERVICE_NAMES[checked.service],
        title,
        kept: kept.length,
        all: cards.length,
      })
    : toSentence('No other service could check the flash cards of {title}.', { title });
  await completeStep(step, {
    output: { cards: kept.length },
    ...answer,
    event: { name: checked ? 'cards.checked' : 'cards.not_checked', message },
    also: (trx) =>
      addCards(
        trx,
        { accountId: step.accountId!, deck: wanted.course.slice(0, CARD_LIMITS.deck), lesson: { courseId, lessonId: step.itemId! } },
        kept,
      ),
  });
}
