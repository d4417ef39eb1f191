import { WORK_PARTS, type ServiceWork, type StatusEnvelope, type WorkPart } from '#contract/generation/course-status.contract.ts';
import type { Service, WorkState } from '#contract/platform/status.contract.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { hasEnded } from '#frontend/lib/polling/poll-run.ts';
import { connectedServices, SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { workStateWord } from '#frontend/lib/state-words.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import type { MarginState } from '#frontend/ui/margin-row.tsx';
import { isSilence, itemNumber, marginOf, type RunItem } from './run-words.ts';

/** A service's state in a run. Runs contain no state for services added later, which count as not involved (GEN-03). */
const stateOf = (service: Service, run: StatusEnvelope): WorkState => run.services[service] ?? 'pending';

/** Seconds until a paused service is retried; undefined if it is not paused, and during a call to it. */
export function pauseOf(service: Service, run: StatusEnvelope): number | undefined {
  return hasEnded(run) || stateOf(service, run) === 'processing' ? undefined : run.service_retry_s?.[service];
}

/** Whether a service that could still have a part in the run is not connected. */
const isMissing = (service: Service, run: StatusEnvelope): boolean =>
  !hasEnded(run) && stateOf(service, run) === 'pending' && !connectedServices().includes(service);

export function serviceWord(service: Service, run: StatusEnvelope): string {
  const state = stateOf(service, run);
  if (isMissing(service, run)) return t('Not connected');
  const retryS = pauseOf(service, run);
  if (retryS !== undefined) return t('Trying again in {time}', { time: formatDuration(retryS) });
  const isOver = hasEnded(run);
  if (isOver && state === 'pending') return t('Not used');
  if (isOver && state === 'processing') return t('Stopped');
  // while the run is active, the service may be used again
  if (!isOver && state === 'completed') return t('Completed so far');
  if (!isOver && state === 'failed') return isSilence(run.service_failures?.[service]) ? t('No answer yet') : t('No result yet');
  return workStateWord(state);
}

/** The margin line of a service. One that will be called again has not failed, and after the run none is working. */
export function marginOfService(service: Service, run: StatusEnvelope): MarginState {
  const state = stateOf(service, run);
  if (pauseOf(service, run) !== undefined || (hasEnded(run) && state === 'processing')) return 'waiting';
  return !hasEnded(run) && state === 'failed' ? 'delayed' : marginOf(state);
}

/** How a failed service last failed. */
function deedOf(code: string | undefined): string {
  const deeds: Readonly<Record<string, string>> = {
    'vendors.unavailable': t('Did not answer'),
    'vendors.timed_out': t('Did not answer in time'),
    'vendors.rate_limited': t('Was overloaded'),
    'vendors.refused': t('Declined its part'),
    'vendors.broken_output': t('Sent answers that could not be used'),
  };
  return deeds[code ?? ''] ?? t('Could not do its part');
}

const SILENT: ServiceWork = { now: [], done: [] };

/** The numbers of these lessons as in the margin: `1.2, 2.1`. */
const numbersOf = (lessons: readonly RunItem[]): string => lessons.map(itemNumber).join(', ');

/** Describes the running calls of one kind. */
function nowWords(part: WorkPart, lessons: readonly RunItem[]): string {
  const list = numbersOf(lessons);
  switch (part) {
    case 'outline':
      return t('The outline');
    case 'research':
      return t('Current practice and expert insights');
    case 'lesson':
      return lessons.length > 2 ? t('Lessons {list}', { list }) : lessons.map((item) => `${itemNumber(item)} ${item.title}`).join(', ');
    case 'practice':
      return t('Practice of {list}', { list });
    case 'review':
      return t('Check of {list}', { list });
    case 'correction':
      return t('Correction to {list}', { list });
  }
}

/** Describes what a service has delivered of one kind. */
function doneWords(part: WorkPart, n: number): string {
  switch (part) {
    case 'outline':
      return t('Drafted the outline');
    case 'research':
      return t('Gathered current practice and expert insights');
    case 'lesson':
      return t('Wrote {n, plural, one {# lesson} other {# lessons}}', { n });
    case 'practice':
      return t('Wrote practice for {n, plural, one {# lesson} other {# lessons}}', { n });
    case 'review':
      return t('Checked {n, plural, one {# lesson} other {# lessons}}', { n });
    case 'correction':
      return t('Corrected {n, plural, one {# lesson} other {# lessons}}', { n });
  }
}

const inOneLine = (facts: readonly string[]): string => facts.filter(Boolean).join(' · ');

/** A service's activity: its running calls, else what it has delivered, else the newest event that names it. Never invented. */
export function serviceActivity(service: Service, run: StatusEnvelope): string {
  const state = stateOf(service, run);
  const { now, done } = run.service_work?.[service] ?? SILENT;
  if (isMissing(service, run)) return t('No model is connected for this role');
  // Its last event may be about one attempt of several, and announce another.
  if (state === 'failed') return deedOf(run.service_failures?.[service]);
  const isOver = hasEnded(run);
  if (!isOver && state === 'processing' && now.length > 0) {
    return inOneLine(
      WORK_PARTS.filter((part) => now.some((call) => call.part === part)).map((part) => {
        const ids = new Set(now.filter((call) => call.part === part).map((call) => call.lesson_id));
        return nowWords(
          part,
          run.items.filter(({ id }) => ids.has(id)),
        );
      }),
    );
  }
  if (state !== 'pending' && done.length > 0) return inOneLine(done.map(({ part, count }) => doneWords(part, count)));
  if (state === 'pending' && pauseOf(service, run) !== undefined) return t('Not available at the moment');
  const lastEvent = run.log.findLast(({ words }) => words?.values.service === SERVICE_NAMES[service]);
  if (isOver && state === 'pending' && !run.stopped) return t('Not used');
  if (lastEvent) return translateServerText(lastEvent.text, lastEvent.words);
  return isOver ? t('Delivered nothing before the run was stopped') : t('Not used yet');
}
