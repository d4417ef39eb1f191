import type { Page } from '@playwright/test';
import { sendMentorMessage } from '#contract/mentor/mentor.contract.ts';
import { randomUUID } from 'node:crypto';
import type { Course } from '#contract/courses/courses.contract.ts';
import { type CourseAudio, audioTranscript, courseAudio, audioFile } from '#contract/audio/audio.contract.ts';
import { type SimulationView, courseSimulations } from '#contract/simulations/simulations.contract.ts';
import { sceneFor } from '#ops/sandbox/simulations/library.ts';
import type { Client } from '#ops/testing/client.ts';
import { t } from '#frontend/lib/text.ts';
import { aMessage, anAnswer, aSession } from '#frontend/features/mentor/mentor.factory.ts';
import { mockAnswer, mockEvents, mockFile } from '../mocks.ts';
import { must } from '../record-workshop.ts';
import { type Album, button, heading, press, type Scene, text } from './scene.ts';

/** Text with every element a lesson may contain, long enough to scroll. */
export const RICH_LESSON = `A **wing** deflects air downwards, and the air pushes the wing up.

## Lift

Its **lift** is $L = \\tfrac{1}{2}\\rho v^2 S C_L$.

$$
C_L = 2\\pi\\alpha
$$

\`\`\`python
def lift(rho, v, s, cl):
    """Newton, from SI units."""
    return 0.5 * rho * v ** 2 * s * cl  # L
\`\`\`

\`\`\`mermaid
flowchart LR
  A[Air] --> B{Wing}
  B -->|down| C[Downwash]
  B -->|up| D[Lift]
\`\`\`

| Speed | Lift |
|---|---|
| slow | little |
| fast | much |

![A glider](https://example.org/glider.png)

${['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth', 'Tenth']
  .map(
    (word) =>
      `${word} comes a paragraph on the **boundary layer**: it thickens towards the trailing edge, and separates when the angle is too steep.`,
  )
  .join('\n\n')}`;

/** The passage of the learner's note, and one that is no longer in the text. */
const QUOTE = 'the air pushes the wing up';

const readingAddress = ({ run }: Album) => `/courses/${run.course.course_id}/learn/0/1`;

/** Waits for everything loaded late: formulas, code highlighting, diagrams. */
export async function waitForLateContent(page: Page): Promise<void> {
  await page.locator('.katex').first().waitFor();
  await page.locator('pre code span[style]').first().waitFor();
  await page.locator('[data-diagram]').scrollIntoViewIfNeeded();
  await page.getByRole('img', { name: 'Diagram; its source follows' }).waitFor();
}

/** Selects a passage of the lesson, as with the pointer. */
export const selectPassage = (page: Page, quote: string): Promise<void> =>
  page.evaluate((words) => {
    const walker = document.createTreeWalker(document.querySelector('article')!, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const at = node.data.indexOf(words);
      // questions of the lesson may contain the same words, but passages of them are not stored
      if (at < 0 || node.parentElement!.closest('[data-unread]')) continue;
      node.parentElement!.scrollIntoView({ block: 'center' });
      getSelection()!.setBaseAndExtent(node, at, node, at + words.length);
      return;
    }
    throw new Error(`the lesson does not say '${words}'`);
  }, quote);

/** Gives the second lesson of a course every possible element, a note on a passage, and a note whose passage is gone. */
export async function recordReading(client: Client, course: Course): Promise<void> {
  const lesson = course.modules[0]!.lessons[1]!;
  const address = `/api/courses/${course.course_id}/lessons/${lesson.lesson_id}`;
  await must(client, 'PATCH', address, { base_version: course.version, edit_session: randomUUID(), content: RICH_LESSON });
  const write = (text: string, quote: string, prefix: string, suffix: string) =>
    must(client, 'POST', '/api/notes', {
      note_id: randomUUID(),
      course_id: course.course_id,
      lesson_id: lesson.lesson_id,
      passage: { quote, prefix, suffix, position: 0, fingerprint: '' },
      text,
    });
  await write('Newton, once more', QUOTE, 'deflectsairdownwards,and', '.LiftItsliftis');
  await write('Where was this?', 'A passage that an earlier version had', 'nothingofthiskind', 'norofthat');
}

const QUESTION = 'Why does the air push the wing up?';

/** Asks the mentor about a lesson of a course, and sends it a message that must not reach an engine. */
export async function recordMentor(client: Client, course: Course): Promise<void> {
  const lesson = { course_id: course.course_id, lesson_id: course.modules[0]!.lessons[0]!.lesson_id };
  const ask = (message: string, more: object = {}) => must(client, 'POST', '/api/ai-mentor', { user_id: client.userId, message, ...more });
  const { body } = await ask(QUESTION, { lesson, passage: course.modules[0]!.lessons[0]!.objectives[0], socratic: false });
  await ask('And on a cold day?', { lesson, session_id: body.session_id, ai_engine: 'grok' });
  await ask('I feel suicidal');
}

const SIMULATION = {
  simulation_id: 's1',
  wish: 'How gears turn',
  state: 'ready',
  task_id: null,
  problem: null,
  scene: sceneFor('gears'),
  written_by: 'claude',
  checked_by: 'gemini',
  solved: [],
} satisfies SimulationView;

const SPOKEN = 'The wing meets the air, and the air turns down behind it. What turns it? The shape, and how steep it stands.'.split(' ');
const AUDIO = {
  title: 'How wings carry',
  language: 'english',
  languages: ['english', 'spanish'],
  spoken: ['english'],
  style: 'voice',
  available: true,
  mechanical: true,
  published: false,
  may_publish: true,
  may_remove: true,
  task_id: null,
  progress: 0,
  problem: null,
  feed_url: null,
  place: null,
  lessons: ['The shape of a wing', 'Air that turns', 'Stalling', 'Gliding'].map((title, n) => ({
    lesson_id: `l${n}`,
    title,
    module: n < 2 ? 'Lift' : 'Limits',
    module_index: n < 2 ? 0 : 1,
    state: (['ready', 'stale', 'ready', 'none'] as const)[n]!,
    minutes: 6,
    seconds: n === 3 ? null : 310 + 20 * n,
    bytes: n === 3 ? null : 2_480_000,
    spoken_by: n === 3 ? null : ('espeak' as const),
  })),
} satisfies CourseAudio;

/** The price of three minutes of speech. */
const SPOKEN_PRICE = { tokens: [1.5] };

/** A lesson with every element, its notes and its glossary terms, and the AI Mentor. */
export const SCENES_READING: readonly Scene[] = [
  {
    name: 'reading a lesson with everything',
    who: 'learner',
    worksOut: SPOKEN_PRICE,
    address: readingAddress,
    act: waitForLateContent,
    ready: button('Read aloud'),
  },
  {
    name: 'reading, a passage selected',
    who: 'learner',
    worksOut: SPOKEN_PRICE,
    address: readingAddress,
    act: async (page) => {
      await waitForLateContent(page);
      await selectPassage(page, 'thickens towards the trailing edge');
      await page.getByRole('button', { name: 'Add note' }).click();
    },
    ready: (page) => page.getByLabel('Note on this passage'),
  },
  {
    name: 'reading options',
    isMain: true,
    who: 'learner',
    worksOut: SPOKEN_PRICE,
    address: readingAddress,
    act: press('Reading options'),
    ready: (page) => page.getByRole('group', { name: 'Text size' }),
  },
  {
    name: 'reading, the choice of another lesson',
    who: 'learner',
    worksOut: SPOKEN_PRICE,
    address: readingAddress,
    act: press('Another lesson'),
    ready: (page) => page.getByRole('menu', { name: t('Another lesson') }),
  },
  { name: 'notes', isMain: true, who: 'learner', address: '/notes', ready: text('This passage is no longer in the lesson.') },
  { name: 'no notes', isMain: true, address: '/notes', ready: heading('No notes yet') },
  {
    name: 'glossary',
    isMain: true,
    who: 'learner',
    address: ({ run }) => `/courses/${run.course.course_id}/glossary`,
    ready: (page) => page.getByText('boundary layer', { exact: true }),
  },
  {
    name: 'concept map',
    isMain: true,
    who: 'learner',
    address: ({ run }) => `/courses/${run.course.course_id}/concept-map?view=map`,
    ready: button('Show the whole map'),
  },
  {
    name: 'concept map, a list',
    who: 'learner',
    address: ({ run }) => `/courses/${run.course.course_id}/concept-map?view=list&all=yes`,
    ready: (page) => page.getByText('boundary layer', { exact: true }),
  },
  {
    name: 'simulation',
    who: 'learner',
    address: ({ run }) => `/courses/${run.course.course_id}/simulations/s1`,
    arrange: (page) => mockAnswer(page, courseSimulations, { may_change: true, simulations: [SIMULATION] }),
    ready: heading('Tasks'),
  },
  {
    name: 'audio course',
    isMain: true,
    who: 'learner',
    address: ({ run }) => `/courses/${run.course.course_id}/audio`,
    arrange: async (page) => {
      await mockAnswer(page, courseAudio, AUDIO);
      const words = SPOKEN.map((text, n) => ({ text, start: n, end: n + 1 }));
      const turns = [words.slice(0, 12), words.slice(12, 15), words.slice(15)];
      await mockAnswer(page, audioTranscript, { turns: turns.map((said, n) => ({ voice: n === 1 ? 'second' : 'first', words: said })) });
      await mockFile(page, audioFile, 'audio/mpeg', '');
    },
    // the price of the missing minutes
    worksOut: { tokens: [6] },
    ready: heading('Chapters'),
  },
  { name: 'mentor, first question', address: '/mentor', ready: heading('What would you like to work on?') },
  {
    name: 'mentor, a conversation',
    who: 'learner',
    address: '/mentor',
    act: async (page) => {
      const folded = page.locator('.MuiAccordionSummary-root', { hasText: 'Conversations' });
      if (await folded.isVisible()) await folded.click();
      await page.getByRole('link', { name: QUESTION }).click();
    },
    ready: (page) => page.getByText('Grok · Strategic').last(),
  },
  {
    name: 'mentor of a lesson, its first question',
    who: 'learner',
    address: readingAddress,
    act: async (page) => {
      await waitForLateContent(page);
      await selectPassage(page, 'thickens towards the trailing edge');
      await page.getByRole('button', { name: 'Ask about this' }).click();
    },
    ready: button(/^Explain this passage in simpler words/),
  },
  {
    name: 'mentor, failed',
    address: '/mentor',
    arrange: (page) =>
      mockEvents(page, sendMentorMessage, [
        { type: 'begun', session: aSession(), question: aMessage(), answer: anAnswer() },
        {
          type: 'ended',
          answer: anAnswer({ state: 'failed', error: { code: 'mentor.failed', detail: 'Failed to send message to AI mentor' } }),
        },
      ]),
    act: async (page) => {
      await page.getByLabel('Your question').fill('When do bees swarm?');
      await page.getByRole('button', { name: 'Send' }).click();
    },
    ready: (page) => page.getByRole('alert').getByText('Failed to send message to AI mentor').first(),
  },
];
