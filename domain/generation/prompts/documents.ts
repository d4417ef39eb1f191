import * as z from 'zod';
import { LESSON_KINDS, THREAD_KINDS } from '#contract/courses/course-plan.contract.ts';
import { QUESTION_KINDS, QUESTION_PURPOSES, type QuestionKind } from '#contract/courses/quiz.contract.ts';
import { REPLACEMENT, replacements } from './replacement-documents.ts';
import { declareAnswer, hinted } from '#domain/vendors/llm/answer-schema.ts';

/**
 * Documents that a language model must return, one small schema per stage. Rules shared by every vendor's strict mode: all fields required,
 * `.nullable()` instead of `.optional()`, no unions, property order = the order in which text is streamed (titles first): a reason comes
 * before its verdict, an explanation before its key. We check lengths afterwards (`check-*.ts`), because vendors do not enforce them.
 */

/** An optional text; a missing one is empty. */
const text = hinted(z.string(), { absent: '' });
const texts = hinted(z.array(z.string()), { absent: [] });

/** An object of a plan that a subject may do without; missing, it is empty. */
const NO_THREAD = { kind: 'case' as const, name: '', summary: '', facts: [], own: '' };
const NO_FINAL_TASK = { title: '', task: '', points: [], solution: '' };

/**
 * The plan that carries a course. `thread.name` is '' where the subject has none, `final_task.task` '' where nothing can be worked on.
 * `terms.lesson` and only it names a lesson by its number, `1.2`. `fewer_because`: why it has fewer lessons than requested; '' for a plan
 * of that size. The description comes last, because it promises what stands before it.
 */
export const outlineDocument = declareAnswer(
  'outline',
  z.object({
    title: z.string(),
    learning_objectives: z.array(z.string()),
    final_task: hinted(z.object({ title: text, task: text, points: texts, solution: text }), { absent: NO_FINAL_TASK }),
    thread: hinted(
      z.object({
        kind: hinted(z.enum(THREAD_KINDS), { absent: 'case' }),
        name: text,
        summary: text,
        facts: hinted(z.array(z.object({ name: z.string(), value: z.string() })), { absent: [] }),
        own: text,
      }),
      { absent: NO_THREAD },
    ),
    conventions: texts,
    modules: z.array(
      z.object({
        title: z.string(),
        summary: text,
        lessons: z.array(
          z.object({
            title: z.string(),
            summary: text,
            kind: hinted(z.enum(LESSON_KINDS), { absent: 'idea' }),
            /** A lesson may have only a title: its writer adds what it teaches. */
            objectives: texts,
            assumes: texts,
            adds: texts,
            leaves: texts,
            /** What the lesson does with the thread; '' for nothing. */
            thread: text,
            /** What it has the reader do away from the page. */
            work_minutes: hinted(z.number(), { absent: 0 }),
          }),
        ),
      }),
    ),
    terms: hinted(z.array(z.object({ term: z.string(), meaning: text, lesson: text })), { absent: [] }),
    description: z.string(),
    fewer_because: text,
  }),
  {
    title: 'Tea, from leaf to cup',
    learning_objectives: ['Tell green from black tea', 'Brew both'],
    final_task: {
      title: 'A tea for a guest',
      task: 'A guest likes nothing bitter and brings 5 g of an unknown green tea. Plan the brewing: weight, water, time, and what you taste for.',
      points: ['The water is below boiling.', 'The weight fits the cup.'],
      solution: '2 g in 150 ml at 75 °C for two minutes; taste, then one minute more if it is thin.',
    },
    thread: {
      kind: 'person',
      name: 'Mei’s tea room',
      summary: 'Mei opens a tea room and chooses, brews and mends her first three teas.',
      facts: [{ name: 'Cup', value: '150 ml' }],
      own: 'One tea from your own shelf, brewed three ways.',
    },
    conventions: ['Temperatures in °C, weights in grams for a cup of 150 ml.'],
    modules: [
      {
        title: 'Leaves',
        summary: 'What tea is made of.',
        lessons: [
          {
            title: 'One plant, many teas',
            summary: 'How the same leaf becomes green or black tea.',
            kind: 'idea',
            objectives: ['Explain what oxidation does to a leaf'],
            assumes: [],
            adds: ['oxidation', 'the two teas that Mei compares'],
            leaves: ['water and time'],
            thread: 'Mei tastes two teas from one plant.',
            work_minutes: 15,
          },
        ],
      },
    ],
    terms: [{ term: 'oxidation', meaning: 'The change of a bruised leaf in air that makes black tea black.', lesson: '1.1' }],
    description: 'How tea is chosen and brewed, with Mei, who opens a tea room. For whoever wants a better cup.',
    fewer_because: '',
  },
);
export type OutlineDocument = z.infer<typeof outlineDocument>;

export const researchDocument = declareAnswer(
  'research',
  z.object({
    current_practice: z.array(z.string()),
    expert_insights: z.array(z.string()),
    industry_relevance: z.array(z.string()),
  }),
  {
    current_practice: ['Green tea is brewed with water well below boiling.'],
    expert_insights: ['Whoever tastes tea for a living uses the same weight of leaves each time.'],
    industry_relevance: ['A tea room keeps two kettles, each at its own temperature.'],
  },
);
export type ResearchDocument = z.infer<typeof researchDocument>;

/** `content` is Markdown. */
const lesson = z.object({ content: z.string(), objectives: z.array(z.string()), key_takeaways: z.array(z.string()) });
const LESSON: z.infer<typeof lesson> = {
  content: '## Why water matters\n\nBoiling water makes green tea bitter.\n\n- Let the kettle rest for three minutes.\n- Then pour.',
  objectives: ['You can choose a temperature for a tea'],
  key_takeaways: ['The greener the tea, the cooler its water.'],
};
export const lessonDocument = declareAnswer('lesson', lesson, LESSON);
export type LessonDocument = z.infer<typeof lessonDocument>;

/** For a lesson written from passages: the source of each marker `[^1]` in its text. */
const citationAnswer = z.object({ marker: z.int(), passage_id: z.string(), quote: z.string() });
export type CitationAnswer = z.infer<typeof citationAnswer>;
const CITATION: CitationAnswer = { marker: 1, passage_id: 'p3', quote: 'boiling water makes most green teas bitter' };
const CITED = '## Why water matters\n\nBoiling water makes green tea bitter.[^1] Let the kettle rest for three minutes.';
export const citedLessonDocument = declareAnswer('cited lesson', lesson.extend({ citations: z.array(citationAnswer) }), {
  ...LESSON,
  content: CITED,
  citations: [CITATION],
});

/** A module in one answer. `number`: which of its lessons it is, `1.2`; models that leave it out write them in order. */
const number = hinted(z.string(), { absent: '' });
export const moduleDocument = declareAnswer('module', z.object({ lessons: z.array(z.object({ number, ...lesson.shape })) }), {
  lessons: [{ number: '1.2', ...LESSON }],
});
export const citedModuleDocument = declareAnswer(
  'cited module',
  z.object({ lessons: z.array(z.object({ number, ...lesson.shape, citations: z.array(citationAnswer) })) }),
  { lessons: [{ number: '1.2', ...LESSON, content: CITED, citations: [CITATION] }] },
);

/**
 * Answers to a quiz from somebody who sees neither its key nor its explanations (`blind-quiz.ts`). `reason`: why, from the lesson;
 * `answer`: the ids of the chosen options, for an order question in that order, for a free-text question those of the points that the
 * lesson contains; `answerable`: whether the lesson alone decides the question, with no other answer as good.
 */
const quizAnswers = hinted(z.array(z.object({ question_id: z.string(), reason: text, answer: texts, answerable: z.boolean() })), {
  absent: [],
});
export type QuizAnswer = z.infer<typeof quizAnswers>[number];

const QUIZ_ANSWER: QuizAnswer = {
  question_id: 'q1',
  reason: 'The lesson says that boiling water makes it bitter.',
  answer: ['B'],
  answerable: true,
};

/** `question_answers`: from the corrected text, like a check's from the earlier text. */
export const correctedDocument = declareAnswer('correction', lesson.extend({ question_answers: quizAnswers }), {
  ...LESSON,
  question_answers: [QUIZ_ANSWER],
});

/** Tells whether a question of each kind can have this many keys. */
const CAN_HAVE: Readonly<Record<QuestionKind, (keys: number) => boolean>> = {
  single: (keys) => keys === 1,
  true_false: (keys) => keys === 1,
  multiple: (keys) => keys > 1,
  order: (keys) => keys > 1,
  short: (keys) => keys === 0,
};

/** Means that a question states no position, so the position is guessed. */
export const NO_PLACE = -1;

/** What models call the key: `answer`, `correct_answer`, `answer_key`, `correct` … */
const NAMES_KEY =
  /^(?:correct|right)?(?:answer|option|choice)s?(?:key|index|indices|letter)?$|^(?:correct|right)(?:key|index|indices|letter)?$|^key$/;
/** Models call two of the kinds 'multiple choice': the number of keys decides which is meant. */
const kind = hinted(z.enum(QUESTION_KINDS), {
  among: (kinds, { correct_options: keys }) =>
    Array.isArray(keys) ? kinds.filter((one) => CAN_HAVE[one as QuestionKind](keys.length)) : kinds,
});

/** `solution`: the features of a good result, which the learner sees after their own. */
const exercise = z.object({ title: z.string(), instructions: z.string(), solution: text });
const EXERCISE = {
  title: 'Two cups',
  instructions: 'Brew one tea with boiling water and one with cooler water. Taste both and write down what differs.',
  solution: '- The note names bitterness in the hot one.\n- Both had the same weight of leaves.',
};

export const quizDocument = declareAnswer(
  'quiz',
  z.object({
    questions: z.array(
      z.object({
        /** `predict`: asked before the reading that answers it; `recall`: about an earlier lesson. */
        purpose: hinted(z.enum(QUESTION_PURPOSES), { absent: 'check' }),
        /** Number of the text's sections before it; 0: before the text. */
        after: hinted(z.int(), { absent: NO_PLACE }),
        kind,
        question: z.string(),
        /** Empty for a free-text question. */
        options: texts,
        explanation: z.string(),
        /** Zero-based indexes into `options`: the right ones; for an order question all of them, in order. */
        correct_options: hinted(z.array(z.int()), { placesOf: 'options', alsoNamed: (name) => NAMES_KEY.test(name) }),
        /** Points of a full free-text answer; none for other kinds. */
        rubric: texts,
        /** By the positions of `options`: why one would choose it, and why it is wrong; '' for a right one. */
        feedback: hinted(z.array(z.string()), { absent: [], alongside: 'options' }),
      }),
    ),
    /** A worthwhile exercise, or none. */
    exercises: hinted(z.array(exercise), { absent: [] }),
  }),
  {
    questions: [
      {
        purpose: 'check',
        after: 1,
        kind: 'single',
        question: 'What makes green tea bitter?',
        options: ['A large pot', 'Boiling water', 'A cold cup'],
        explanation: 'Boiling water draws out what tastes bitter; neither the pot nor the cup does.',
        correct_options: [1],
        rubric: [],
        feedback: ['A large pot cools faster, if anything.', '', 'A cold cup only cools the tea that is already brewed.'],
      },
      {
        purpose: 'predict',
        after: 0,
        kind: 'short',
        question: 'Why does the kettle rest before green tea is brewed?',
        options: [],
        explanation: 'Boiling water makes green tea bitter, so it has to cool first.',
        correct_options: [],
        rubric: ['Boiling water makes green tea bitter.', 'The water cools while the kettle rests.'],
        feedback: [],
      },
    ],
    exercises: [EXERCISE],
  },
);
type WrittenQuiz = z.infer<typeof quizDocument>;
/** Stored answers from before a quiz had an exercise lack it. */
export type QuizDocument = Pick<WrittenQuiz, 'questions'> & Partial<Pick<WrittenQuiz, 'exercises'>>;

export const exercisesDocument = declareAnswer('exercises', z.object({ exercises: z.array(exercise) }), { exercises: [EXERCISE] });
export type ExercisesDocument = z.infer<typeof exercisesDocument>;

/** How a step of a workshop is answered; `told`: it asks nothing. */
const STEP_KINDS = ['number', 'choice', 'line', 'code', 'told'] as const;

/**
 * A workshop (`workshop.contract.ts`). `accepted`: one number in digits, the text of the right option, or every right wording of a line.
 * Without steps the module has nothing to be worked through.
 */
export const workshopDocument = declareAnswer(
  'workshop',
  z.object({
    title: text,
    intro: text,
    steps: z.array(
      z.object({
        text: z.string(),
        kind: z.enum(STEP_KINDS),
        /** For a choice only. */
        options: texts,
        explanation: text,
        accepted: texts,
        unit: text,
        /** Largest difference from a number that is still right. */
        tolerance: hinted(z.number(), { absent: 0 }),
        /** By the positions of `options`; '' for the right one. */
        feedback: texts,
        hint: text,
      }),
    ),
  }),
  {
    title: 'A pot for four',
    intro: 'Mei brews a pot for four guests. A cup holds 150 ml and needs 2 g of leaves; her kettle boils at 100 °C.',
    steps: [
      {
        text: 'First the water: each guest gets one cup. How much water does the pot need?',
        kind: 'number',
        options: [],
        explanation: 'Four cups of 150 ml are 600 ml.',
        accepted: ['600'],
        unit: 'ml',
        tolerance: 0,
        feedback: [],
        hint: 'Each of the four cups holds the same.',
      },
      {
        text: 'The tea is green. What does she do with the boiling water before she pours it?',
        kind: 'choice',
        options: ['She lets it rest', 'She boils it again', 'She pours it at once'],
        explanation: 'Boiling water makes green tea bitter, so it cools first.',
        accepted: ['She lets it rest'],
        unit: '',
        tolerance: 0,
        feedback: ['', 'Boiling longer does not cool it.', 'That makes green tea bitter.'],
        hint: 'Think of what boiling water draws out of green leaves.',
      },
      {
        text: 'The pot goes to the table.',
        kind: 'told',
        options: [],
        explanation: '600 ml and 8 g of leaves: the same strength as one cup.',
        accepted: [],
        unit: '',
        tolerance: 0,
        feedback: [],
        hint: '',
      },
    ],
  },
);
export type WorkshopDocument = z.infer<typeof workshopDocument>;

/** `citation_verdicts`: one per citation; `ok` only when its quote supports its sentence. */
const citationVerdict = z.object({ marker: z.int(), reason: text, ok: z.boolean() });
export type CitationVerdict = z.infer<typeof citationVerdict>;
const citationVerdicts = hinted(z.array(citationVerdict), { absent: [] });

/**
 * `question_answers`: one per question of the quiz. `findings`: what no replacement of a passage can mend. They come before the verdict that
 * follows from them.
 */
const lessonCheck = {
  findings: hinted(z.array(z.string()), { absent: [], isForAuthors: true }),
  replacements,
  question_answers: quizAnswers,
};
const verdict = z.enum(['accept', 'revise']);
const LESSON_CHECK = {
  findings: ['It says how to brew black tea, which is the subject of the lesson, without an example.'],
  replacements: [REPLACEMENT],
  question_answers: [QUIZ_ANSWER],
  verdict: 'revise' as const,
};
const CITATION_VERDICT: CitationVerdict = { marker: 1, reason: 'The quote says that boiling water makes it bitter.', ok: true };
export const lessonCheckDocument = declareAnswer('review', z.object({ ...lessonCheck, verdict }), LESSON_CHECK);
export type LessonCheckDocument = z.infer<typeof lessonCheckDocument>;
export const citedLessonCheckDocument = declareAnswer(
  'cited review',
  z.object({ ...lessonCheck, citation_verdicts: citationVerdicts, verdict }),
  {
    ...LESSON_CHECK,
    citation_verdicts: [CITATION_VERDICT],
  },
);

/** A check of the quiz alone. Without answers it is useless. */
const quizCheck = { question_answers: z.array(quizAnswers.element) };
export const quizCheckDocument = declareAnswer('quiz check', z.object(quizCheck), { question_answers: [QUIZ_ANSWER] });
export type QuizCheckDocument = z.infer<typeof quizCheckDocument>;
export const citedQuizCheckDocument = declareAnswer('cited quiz check', z.object({ ...quizCheck, citation_verdicts: citationVerdicts }), {
  question_answers: [QUIZ_ANSWER],
  citation_verdicts: [CITATION_VERDICT],
});
