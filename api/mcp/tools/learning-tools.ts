import { randomUUID } from 'node:crypto';
import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { MENTOR_ANSWER_CENTITOKENS } from '#contract/billing/catalogue.ts';
import { QUIZ_LIMITS } from '#contract/courses/quiz.contract.ts';
import { aiMentor, MENTOR_MESSAGE_LENGTH } from '#contract/mentor/mentor.contract.ts';
import { createNote, listNotes, NOTE_LENGTH, NOTE_SEARCH_LENGTH } from '#contract/notes/notes.contract.ts';
import { RATINGS, rateFlashCard } from '#contract/practice/cards.contract.ts';
import { answerQuestion, listReview } from '#contract/practice/practice.contract.ts';
import { completeLesson } from '#contract/progress/progress.contract.ts';
import { MAX_PRICE } from '#api/platform/max-price.ts';
import { uuidFrom } from '#domain/platform/uuid.ts';
import { answerWith, asData, asksPeople, CHANGES, defineTool, failedWith, READS } from '../tool.ts';

const id = z.string().max(100);
/** Repeating it counts again, unless the original id is sent. */
const ANEW = { ...CHANGES, idempotentHint: false } as const;
const once = z.uuid().optional().describe('Of your making; sent again, the same is counted once.');

const due = defineTool({
  name: 'due_reviews',
  title: 'Due reviews',
  description:
    'Lists questions and flash cards that are due for review, the longest overdue first. Ask the person each one; then answer_question with what ' +
    'they chose, or show the back of a card and rate_card with how well they knew it. Do not answer for them.',
  calls: [listReview],
  annotations: READS,
  input: z.object({ course_id: id.optional(), deck: z.string().max(120).optional() }),
  async run({ course_id, deck }, { call }) {
    const review = await call(listReview, { query: { ...(course_id && { course_id }), ...(deck && { deck }) } });
    const { due, waiting } = review;
    return answerWith(
      waiting > 0 ? `${due - waiting} are due today; ${waiting} more are waiting, the most urgent come first.` : `${due} are due.`,
      review,
    );
  },
});

const answer = defineTool({
  name: 'answer_question',
  title: 'Answer a question',
  description: 'Answers a question of a lesson or a review with the ids of the chosen options, and says whether it was right.',
  calls: [answerQuestion],
  annotations: ANEW,
  input: z.object({
    course_id: id,
    lesson_id: id,
    question_id: id,
    chosen_ids: z.array(id).min(1).max(QUIZ_LIMITS.options).describe('One; all right ones of a “multiple”; all, in order, of an “order”.'),
    answer_id: once,
  }),
  async run({ answer_id = randomUUID(), ...given }, { call }) {
    const marked = await call(answerQuestion, { body: { answer_id, ...given } });
    return answerWith(marked.is_right ? 'Right.' : 'Not right.', marked);
  },
});

const rate = defineTool({
  name: 'rate_card',
  title: 'Rate a flash card',
  description: 'Says how well the person knew a flash card; it says when the card is due again.',
  calls: [rateFlashCard],
  annotations: ANEW,
  input: z.object({ card_id: id, rating: z.enum(RATINGS), rating_id: once }),
  async run({ card_id, rating, rating_id = randomUUID() }, { call }) {
    const { due_at } = await call(rateFlashCard, { params: { card_id }, body: { rating_id, rating } });
    return answerWith('Rated.', { card_id, due_at });
  },
});

const complete = defineTool({
  name: 'complete_lesson',
  title: 'Complete a lesson',
  description: 'Marks a lesson as completed, when the person has worked through it.',
  calls: [completeLesson],
  annotations: CHANGES,
  input: z.object({ course_id: id, lesson_id: id }),
  run: async (given, { call }) => answerWith('Completed.', await call(completeLesson, { body: given })),
});

const takeNote = defineTool({
  name: 'take_note',
  title: 'Take a note',
  description: 'Writes a note on a lesson, for the person to find later. The same note twice is one note.',
  calls: [createNote],
  annotations: CHANGES,
  input: z.object({ course_id: id, lesson_id: id, text: z.string().min(1).max(NOTE_LENGTH) }),
  async run(given, { call, userId }) {
    const note_id = uuidFrom(JSON.stringify(['mcp note', userId, given.course_id, given.lesson_id, given.text]));
    const { note } = await call(createNote, { body: { note_id, passage: null, ...given } });
    return answerWith('The note is kept.', { note_id: note.note_id });
  },
});

const notes = defineTool({
  name: 'list_notes',
  title: 'List notes',
  description: 'Lists the caller’s notes and highlights, newest first.',
  calls: [listNotes],
  annotations: READS,
  input: z.object({
    q: z.string().max(NOTE_SEARCH_LENGTH).optional(),
    course_id: id.optional(),
    lesson_id: id.optional(),
    after: id.optional(),
  }),
  async run(given, { call }) {
    const page = await call(listNotes, { query: Object.fromEntries(Object.entries(given).filter(([, value]) => value)) });
    const shown = page.notes.map(({ note_id, course_id, lesson_id, text, passage, course_title, created_at }) => ({
      note_id,
      course_id,
      lesson_id,
      text,
      passage: passage?.quote ?? null,
      course_title,
      created_at,
    }));
    return answerWith(`${shown.length} of ${page.total} notes.`, { notes: shown, next: page.next });
  },
});

const PRICE = `It costs ${MENTOR_ANSWER_CENTITOKENS / 100} tokens, or nothing as long as the plan has answers left.`;

const mentor = defineTool({
  name: 'ask_mentor',
  title: 'Ask the AI Mentor',
  description:
    `Asks Coursewright’s own mentor, who knows the course. ${PRICE} Where this client can ask the person, they are asked first; ` +
    'elsewhere say the price, and send confirm: true once they have agreed, with a message_id of your making: sent again, it is paid once.',
  calls: [aiMentor],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: z.object({
    message: z.string().min(1).max(MENTOR_MESSAGE_LENGTH),
    session_id: id.optional().describe('Goes on with a conversation.'),
    course_id: id.optional(),
    lesson_id: id.optional().describe('The lesson it is about, with its course_id.'),
    confirm: z.boolean().optional().describe('The person has agreed to the price.'),
    message_id: once,
  }),
  async run({ message, session_id, course_id, lesson_id, confirm = false, message_id }, context) {
    const { call, userId, mcp } = context;
    const said = inputResponse(mcp.mcpReq.inputResponses, 'price');
    if (said.kind === 'elicit' && !(said.action === 'accept' && said.content?.['agree'] === true)) {
      return answerWith('The person did not agree. Nothing was asked or spent.');
    }
    if (confirm && !message_id && said.kind !== 'elicit')
      return failedWith(
        'mcp.message_id',
        'Send confirm: true with a message_id of your making, a UUID: sent again, the same is asked and paid once.',
      );
    const asked = mcp.mcpReq.requestState<string>();
    if (!confirm && said.kind !== 'elicit') {
      if (!asksPeople(context))
        return failedWith('mcp.confirm_price', `${PRICE} Ask the person, then send the same with confirm: true and a message_id.`);
      const requestedSchema = z.object({ agree: z.boolean().describe('Ask the mentor at this price') });
      const price = inputRequired.elicit({ message: `Ask the AI Mentor? ${PRICE}`, requestedSchema });
      return inputRequired({ inputRequests: { price }, requestState: message_id ?? randomUUID() });
    }
    const lesson = course_id && lesson_id ? { course_id, lesson_id } : undefined;
    // the round that asked for approval has given the question an id: repeated, it is asked and paid only once
    const named = message_id ?? (z.uuid().safeParse(asked).data || randomUUID());
    const body = { user_id: userId, message, message_id: named, ...(session_id && { session_id }), ...(lesson && { lesson }) };
    const answered = await call(aiMentor, { body, headers: { [MAX_PRICE]: String(MENTOR_ANSWER_CENTITOKENS / 100) } });
    return {
      content: [{ type: 'text', text: asData('answer', answered.response) }],
      structuredContent: { session_id: answered.session_id, tokens_charged: answered.message.tokens_charged },
    };
  },
});

export const LEARNING_TOOLS = [due, answer, rate, complete, takeNote, notes, mentor];
