import type { Course } from '#contract/courses/courses.contract.ts';
import type { Client } from '#ops/testing/client.ts';
import { must } from '../record-workshop.ts';
import { heading, type Scene } from './scenes.ts';
import { mockAnswer } from '../mocks.ts';

const QUESTION = 'Why does the air push the wing up?';

/** Asks the mentor about a lesson of a course, and sends it a message that must not reach an engine. */
export async function recordMentor(client: Client, course: Course): Promise<void> {
  const lesson = { course_id: course.course_id, lesson_id: course.modules[0]!.lessons[0]!.lesson_id };
  const ask = (message: string, more: object = {}) => must(client, 'POST', '/api/ai-mentor', { user_id: client.userId, message, ...more });
  const { body } = await ask(QUESTION, { lesson, passage: course.modules[0]!.lessons[0]!.objectives[0], socratic: false });
  await ask('And on a cold day?', { lesson, session_id: body.session_id, ai_engine: 'grok' });
  await ask('I feel suicidal');
}

/** The AI Mentor: before the first question, in a conversation, and unavailable. */
export const SCENES_MENTOR: readonly Scene[] = [
  { name: 'mentor, first question', who: 'newcomer', address: () => '/mentor', ready: heading('Ask your first question') },
  {
    name: 'mentor, a conversation',
    who: 'learner',
    address: () => '/mentor',
    act: async (page) => {
      const folded = page.locator('summary', { hasText: 'Conversations' });
      if (await folded.isVisible()) await folded.click();
      await page.getByRole('link', { name: QUESTION }).click();
    },
    ready: (page) => page.getByText('Grok · Strategic').last(),
  },
  {
    name: 'mentor, failed',
    who: 'newcomer',
    address: () => '/mentor',
    arrange: (page) =>
      mockAnswer(
        page,
        '**/api/mentor/messages',
        { status: 502, detail: 'Failed to send message to AI mentor', code: 'mentor.failed', request_id: 'a1b2c3' },
        502,
      ),
    act: async (page) => {
      await page.getByLabel('Your question').fill('When do bees swarm?');
      await page.getByRole('button', { name: 'Send' }).click();
    },
    ready: (page) => page.getByRole('alert').getByText('Failed to send message to AI mentor').first(),
  },
];
