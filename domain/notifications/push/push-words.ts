import type { PushMessage } from '#contract/notifications/push.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import type { Speech } from '#domain/mail/words.ts';

/** The data of a notification. */
export interface Pushed {
  readonly id: number;
  readonly kind: string;
  readonly subject: string;
  readonly task_id: string | null;
  readonly course_id: string | null;
}

/** Builds a notification for the browser: the sentences of the bell, in its reader's language. */
export function pushMessage(pushed: Pushed, speech: Speech): PushMessage {
  const [body, path] = wordsOf(pushed, speech);
  return { id: String(pushed.id), title: PRODUCT, body, path };
}

/** Returns the sentence, and the path it links to. */
function wordsOf({ kind, subject, task_id: taskId, course_id: courseId }: Pushed, { t }: Speech): readonly [string, string] {
  const run = taskId === null ? '/create/runs' : `/create/runs/${encodeURIComponent(taskId)}`;
  const course = courseId === null ? run : `/courses/${encodeURIComponent(courseId)}`;
  const inClass = taskId === null ? '/classes' : `/classes/${encodeURIComponent(taskId)}`;
  const post = taskId === null ? '/community' : `/community/discussions/${encodeURIComponent(taskId)}`;
  switch (kind) {
    case 'run.completed':
      return [t('“{subject}” is written', { subject }), course];
    case 'run.failed':
      return [t('“{subject}” could not be written', { subject }), run];
    case 'run.practice_failed':
      return [t('The quiz and exercises of “{subject}” could not be written', { subject }), run];
    case 'outline.waiting':
      return [t('The outline is ready to check: {subject}', { subject }), run];
    case 'proposal.ready':
      return [t('A new version is ready: {subject}', { subject }), course];
    case 'video.completed':
      return [t('Filmed: {subject}', { subject }), '/videos'];
    case 'video.failed':
      return [t('The video could not be filmed: {subject}', { subject }), '/videos'];
    case 'translation.completed':
      return [t('Translated: {subject}', { subject }), course];
    case 'translation.failed':
      return [t('The course could not be translated: {subject}', { subject }), course];
    case 'simulation.completed':
      return [t('The simulation is ready: {subject}', { subject }), course];
    case 'simulation.failed':
      return [t('The simulation could not be made: {subject}', { subject }), course];
    case 'audio.completed':
      return [t('It can be listened to: {subject}', { subject }), courseId === null ? run : `${course}/audio`];
    case 'audio.failed':
      return [t('The audio could not be made: {subject}', { subject }), courseId === null ? run : `${course}/audio`];
    case 'cards.completed':
      return [t('The flash cards are ready: {subject}', { subject }), course];
    case 'cards.failed':
      return [t('The flash cards could not be made: {subject}', { subject }), course];
    case 'post.replied':
      return [t('New replies: {subject}', { subject }), post];
    case 'market.answer':
      return [t('Your question was answered: {subject}', { subject }), course];
    case 'market.question':
      return [t('New question about your course: {subject}', { subject }), '/studio/students'];
    case 'class.assigned':
      return [t('Assigned to you: {subject}', { subject }), inClass];
    case 'class.date':
      return [t('Another date: {subject}', { subject }), inClass];
    case 'class.due':
      return [t('Due soon: {subject}', { subject }), inClass];
    case 'class.question':
      return [t('A student asks about: {subject}', { subject }), taskId === null ? inClass : `${inClass}/questions`];
    case 'class.answer':
      return [t('Your teacher answered: {subject}', { subject }), inClass];
    case 'class.marked':
      return [t('Your mark: {subject}', { subject }), inClass];
    case 'chat.mention':
      return [t('{subject} mentioned you in the chat', { subject }), '/community/chat'];
    default:
      return [subject, '/'];
  }
}
