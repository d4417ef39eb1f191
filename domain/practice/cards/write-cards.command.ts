import * as z from 'zod';
import { CARD_LIMITS, CARDS_A_LESSON } from '#contract/practice/cards.contract.ts';
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
import { asLessonWrites, type MadeCard, problemsOfCards, visiblePassage } from './card-problems.ts';
import { mistakesIn } from './mistakes.queries.ts';

const render = promptsIn(new URL('./prompts/', import.meta.url));

const SIDE_CHARACTERS = 400;
const side = z.string().trim().min(1).max(SIDE_CHARACTERS);
const cardsSchema = declareAnswer(
  'cards',
  z.object({
    flash_cards: hinted(z.array(z.object({ front: side, back: side, passage: z.string().trim().min(1).max(600) })).max(15), {
      isEachAlone: true,
    }),
  }),
  {
    flash_cards: [{ front: 'What makes green tea bitter?', back: 'Boiling water.', passage: 'Boiling water makes green tea bitter.' }],
  },
);
const checkSchema = declareAnswer(
  'cards check',
  z.object({
    card_verdicts: z
      .array(z.object({ place: z.int(), reason: hinted(z.string().max(600), { absent: '' }), verdict: z.enum(['keep', 'drop']) }))
      .max(15),
  }),
  { card_verdicts: [{ place: 0, reason: 'The lesson says so.', verdict: 'keep' }] },
);

/** A service may write more cards than it is asked for; so many are checked, and the first that pass are kept. */
const CHECKED = 2 * CARDS_A_LESSON;

function languageProblems(
  cards: readonly MadeCard[],
  { course, lesson, language }: { course: string; lesson: string; language: string },
  text: string,
): string[] {
  const wanted = { languages: [language as Language], about: `${course}\n${lesson}`, lesson: text };
  // judged apart: together, the letters of questions in one language and answers in another would look like neither
  const sides = [cards.map(({ front }) => front), cards.map(({ back }) => back)];
  return [...new Set(sides.map((side) => languageProblem(side, wanted)))].filter((problem) => problem !== null);
}

const failure = () => new ProductError('vendors.failed', 'No AI service could write these flash cards.');

/** Returns the lesson of a step as services read it, formulas included, and the texts that its cards are judged by. */
async function lessonOf({ step }: Work<FlashCardsRequest>) {
  const accountId = step.accountId!;
  const { courseId, content } = await liveCourse({ accountId, courseId: step.request.course_id });
  const lesson = content.modules.flatMap(({ lessons }) => lessons).find(({ lesson_id: id }) => id === step.itemId);
  if (!lesson) throw notFound('lesson');
  const [visible = ''] = await lessonTexts([{ courseId, lesson }], turnOfStep(step));
  const markdown = [lesson.content, lesson.key_takeaways.map((point) => `- ${point}`).join('\n')].join('\n\n');
  const known = await database()('flash_card').where({ account_id: accountId, course_id: courseId }).pluck('front');
  return {
    courseId,
    lesson,
    source: { markdown, visible, objectives: lesson.objectives, known },
    wanted: { course: content.title, lesson: lesson.title, language: content.language, cards: CARDS_A_LESSON },
  };
}

/**
 * Lets a service write the cards of a lesson, as many as the lesson gets; others take over when it fails or too few of its cards are good.
 * Bad cards are left out. Formulas and code are stored as the lesson writes them.
 * @throws ProductError not_found when the lesson is gone; vendors.failed when no service could; StepLost; CallAborted
 */
export async function writeCards(work: Work<FlashCardsRequest>): Promise<void> {
  const { courseId, lesson, source, wanted } = await lessonOf(work);
  const mistakes = await mistakesIn(work.step.accountId!, courseId, lesson);
  const write = asLessonWrites(source.markdown);
  const written = (text: string) => ((marked) => (marked.length <= SIDE_CHARACTERS ? marked : text))(write(text));
  const asWritten = (cards: readonly MadeCard[]) =>
    cards.map((card) => ({ ...card, front: written(card.front), back: written(card.back) }));
  const problemsOf = (cards: readonly MadeCard[]) => problemsOfCards(cards, source);
  const goodOf = (cards: readonly MadeCard[]) => cards.filter((_, at) => problemsOf(cards)[at]!.length === 0);
  const { value, ...answer } = await askServices(work, {
    purpose: 'flash-cards',
    prompt: (problems) => render('write-cards', { wanted, lesson_text: source.markdown, mistakes, problems }),
    schema: cardsSchema,
    maxOutputTokens: 4_000,
    problemsOf({ flash_cards: answered }) {
      const cards = asWritten(answered);
      // their language shows in all of them together, whatever else is wrong with some
      const foreign = languageProblems(cards, wanted, source.visible);
      if (foreign.length > 0) return foreign.map((text) => ({ text, cause: 'other_language' as const }));
      const good = goodOf(cards);
      if (good.length > 0 && good.length >= Math.min(CARDS_A_LESSON, cards.length)) return [];
      const found = problemsOf(cards).flatMap((problems, at) => problems.map((problem) => `“${cards[at]!.front}”: ${problem}`));
      return found.length > 0 ? found : ['there is no card'];
    },
    failure,
  });
  const good = goodOf(asWritten(value.flash_cards)).slice(0, CHECKED);
  const message = toSentence('{service} wrote flash cards for {title}.', { service: SERVICE_NAMES[answer.service], title: lesson.title });
  await completeStep(work.step, { output: { flash_cards: good }, ...answer, event: { name: 'cards.written', message } });
}

/**
 * Lets another service check the cards, and stores those that pass, best first, as many as were asked for; without another service, the first
 * of all.
 * @throws ProductError not_found when the lesson is gone; StepLost; CallAborted
 */
export async function checkCards(work: Work<FlashCardsRequest>): Promise<void> {
  const { step } = work;
  const { courseId, lesson, source, wanted } = await lessonOf(work);
  const { title } = lesson;
  const written = (await database()('step')
    .where({ run_id: step.runId, key: `write-${step.itemId}` })
    .first('output', 'service'))!;
  const { flash_cards: cards } = cardsSchema.parse(written.output);
  const checked = await askIfPossible(work, {
    purpose: 'flash-cards-check',
    prompt: (problems) =>
      render('check-cards', { wanted, lesson_text: source.markdown, cards: cards.map((card, place) => ({ place, ...card })), problems }),
    schema: checkSchema,
    maxOutputTokens: 2_000,
    problemsOf: ({ card_verdicts: verdicts }) =>
      cards.flatMap((_, place) => (verdicts.some((one) => one.place === place) ? [] : [`card ${place} has no verdict`])),
    barred: written.service as Service,
  });
  const dropped = new Set(checked?.value.card_verdicts.flatMap(({ place, verdict }) => (verdict === 'drop' ? [place] : [])));
  const kept = cards
    .filter((_, place) => !dropped.has(place))
    .slice(0, CARDS_A_LESSON)
    .map(({ front, back, passage }) => ({ front, back, passage: visiblePassage(passage) }));
  const { value: _, ...answer } = checked ?? { value: null };
  const message = checked
    ? toSentence('{service} checked the flash cards for {title} and kept {kept} of {all}.', {
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
