import { inEnglish, toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import type { RunSummary } from '#contract/generation/run-control.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { WorkState } from '#contract/platform/status.contract.ts';

type Item = StatusEnvelope['items'][number];

/** Lessons of a run, two per module, in the given states. Completed ones are readable. */
export const aRunsItems = (...states: WorkState[]): Item[] =>
  states.map((state, n) => ({
    id: `lesson-${n}`,
    module: Math.floor(n / 2),
    module_title: `Part ${Math.floor(n / 2) + 1}`,
    lesson: n % 2,
    title: `Lesson titled ${n}`,
    state,
    readable: state === 'completed',
    service: state === 'pending' ? null : n % 2 === 0 ? 'claude' : 'gemini',
  }));

const OUTLINE = { service: 'Claude', modules: 3, lessons: 6 };

/** A log line as the server writes it. */
export const aLine = (clock: string, event: string, said: Sentence) => ({
  at: `2026-11-20T${clock}.000Z`,
  event,
  text: inEnglish(said),
  words: said,
});

/** A run in the middle of writing its lessons. */
export const aRun = (part: Partial<StatusEnvelope> = {}): StatusEnvelope => ({
  task_id: 'task-1',
  kind: 'course',
  status: 'running',
  progress: 50,
  stage: 'lessons',
  title: 'Bees on a roof',
  topic: 'bees',
  language: 'english',
  created_at: '2026-11-20T14:00:00.000Z',
  started_at: '2026-11-20T14:02:00.000Z',
  finished_at: null,
  services: { grok: 'completed', claude: 'processing', gemini: 'processing', openai: 'pending' },
  service_work: {
    grok: { now: [], done: [{ part: 'research', count: 1 }] },
    claude: { now: [{ part: 'lesson', lesson_id: 'lesson-2' }], done: [{ part: 'outline', count: 1 }] },
    gemini: { now: [{ part: 'practice', lesson_id: 'lesson-1' }], done: [{ part: 'lesson', count: 1 }] },
  },
  items: aRunsItems('completed', 'completed', 'processing', 'failed', 'pending', 'pending'),
  log: [
    { at: '2026-11-20T14:02:00.000Z', event: 'run.started', text: 'Writing has started.' },
    aLine('14:02:09', 'outline.ready', toSentence('{service} drafted the outline. Modules: {modules}, lessons: {lessons}.', OUTLINE)),
    aLine('14:02:11', 'research.ready', toSentence('{service} gathered current practice and expert insights.', { service: 'Grok' })),
  ],
  queue_position: null,
  eta: null,
  stopped: false,
  poll_after_ms: 1000,
  tokens: { reserved: 9920, charged: 0 },
  ...part,
});

/** The same run as in lists: seven of twelve lessons ready. */
export const aSummary = (part: Partial<RunSummary> = {}): RunSummary => ({
  task_id: 'task-1',
  kind: 'course',
  status: 'running',
  stage: 'lessons',
  progress: 50,
  title: 'Bees on a roof',
  topic: 'bees',
  language: 'english',
  lessons_ready: 7,
  lessons_total: 12,
  stopped: false,
  queue_position: null,
  created_at: '2026-01-05T14:00:00.000Z',
  finished_at: null,
  ...part,
});
