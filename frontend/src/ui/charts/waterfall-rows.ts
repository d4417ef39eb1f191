import type { Service } from '#contract/platform/status.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { t } from '#frontend/lib/text.ts';

/** A step of a run to be drawn; times are ISO strings. */
export interface DrawnStep {
  readonly key: string;
  readonly job: string;
  /** `2.3 The long rise`; null when the step belongs to no lesson. */
  readonly label: string | null;
  readonly state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  readonly service: string | null;
  readonly failed_at: readonly string[];
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

/** A step on the time axis, in ms. */
export interface Bar {
  readonly key: string;
  readonly word: string;
  readonly service: Service | null;
  readonly state: DrawnStep['state'];
  readonly from: number;
  /** null while it waits. */
  readonly started: number | null;
  /** null while it waits or runs. */
  readonly ended: number | null;
  readonly failed: readonly number[];
}

/** The steps of one lesson, or a single step that belongs to none. */
export interface BarRow {
  readonly id: string;
  /** `2.3`; empty when it belongs to no lesson. */
  readonly number: string;
  readonly title: string;
  readonly bars: readonly Bar[];
}

const LESSON = /^(\d+\.\d+) (.+)$/s;
const msOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));
const numbers = (number: string): readonly number[] => number.split('.').map(Number);

const toBar = (step: DrawnStep): Bar => ({
  key: step.key,
  word: stepWord(step.job),
  service: SERVICES.find((one) => one === step.service) ?? null,
  state: step.state,
  from: Date.parse(step.created_at),
  started: msOf(step.started_at),
  ended: msOf(step.finished_at),
  failed: step.failed_at.map((at) => Date.parse(at)),
});

/** Groups steps by lesson: first the steps before the lessons, then the lessons in order, then the steps after them. */
export function barRows(steps: readonly DrawnStep[]): BarRow[] {
  const rows = [...Map.groupBy(steps, ({ key, label }) => label ?? key).entries()].map(([id, group]) => {
    const [, number = '', title = id] = LESSON.exec(id) ?? [];
    const first = group[0]!;
    return { id, number, title: first.label === null ? capital(stepWord(first.job)) : title, bars: group.map(toBar) };
  });
  const lessons = rows.filter(({ number }) => number !== '').toSorted((one, other) => byNumber(one.number, other.number));
  const others = rows.filter(({ number }) => number === '');
  const begins = Math.min(...lessons.flatMap(({ bars }) => bars.map(({ from }) => from)));
  const isBefore = ({ bars }: BarRow) => bars[0]!.from <= begins;
  return [...others.filter(isBefore), ...lessons, ...others.filter((row) => !isBefore(row))];
}

function byNumber(one: string, other: string): number {
  const [[module = 0, lesson = 0], [otherModule = 0, otherLesson = 0]] = [numbers(one), numbers(other)];
  return module - otherModule || lesson - otherLesson;
}

/** Tolerance for consecutive steps: a step is added in the transaction that ends the step it waited for. */
const TOGETHER_MS = 250;

/**
 * The critical path, i.e. the rows that decided how long the run took: each began when the one before ended, traced back from the step that
 * ended last.
 */
export function longestChain(rows: readonly BarRow[]): BarRow[] {
  const all = rows.flatMap((row) => row.bars.flatMap((bar) => (bar.ended === null ? [] : [{ row, bar, ended: bar.ended }])));
  const chain: BarRow[] = [];
  let last = all.toSorted((one, other) => other.ended - one.ended)[0];
  while (last) {
    const { row, bar } = last;
    if (chain[0] !== row) chain.unshift(row);
    last = all
      .filter((one) => one.bar !== bar && one.ended <= bar.from + TOGETHER_MS && one.bar.from < bar.from)
      .toSorted((one, other) => other.ended - one.ended)[0];
  }
  return chain;
}

/** Capitalises a word that is used alone. */
export const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1);

/** A step's task in a word. */
export function stepWord(job: string): string {
  const words: Readonly<Record<string, string>> = {
    'draft-outline': t('outline'),
    'research-topic': t('research'),
    'assemble-course': t('assembly'),
    'finish-rewrite': t('assembly'),
    'finish-reviews': t('assembly'),
    'finish-editing': t('assembly'),
    'edit-course': t('read'),
    'apply-edits': t('correct'),
    'join-takes': t('assembly'),
    'join-speech': t('assembly'),
    'bind-texts': t('assembly'),
    'plan-pictures': t('plan'),
    'film-course': t('film'),
    'film-take': t('film'),
    'find-names': t('names'),
    'take-course': t('import'),
    'change-people': t('people'),
    'fetch-source': t('fetch'),
    'split-speech': t('split'),
  };
  // other jobs are named by a verb and its object: write-lesson, check-cards
  const verbs: Readonly<Record<string, string>> = {
    write: t('write'),
    review: t('check'),
    correct: t('correct'),
    check: t('check'),
    draw: t('draw'),
    translate: t('translate'),
    judge: t('judge'),
    speak: t('speak'),
    hear: t('listen'),
    read: t('read'),
    grade: t('grade'),
    recommend: t('choose'),
    close: t('finish'),
  };
  if (job === 'write-practice') return t('practice');
  if (job === 'write-workshop') return t('workshop');
  return words[job] ?? verbs[job.slice(0, job.indexOf('-'))] ?? job;
}
