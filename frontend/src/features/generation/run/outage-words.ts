import { outageLine } from '#contract/generation/outage-line.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { withReason } from '#frontend/lib/api-error.ts';
import { listNames } from '#frontend/lib/failure-reasons.ts';
import { byServiceCount, connectedServices, SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { isSilence, noServiceResponds, allServicesFailed } from './run-words.ts';

/** Says that the worker has stopped, and which one takes over when. A server of an older release reports only the former. */
function takeoverWords(takeover: StatusEnvelope['takeover']): string {
  if (takeover?.workers === 0)
    return t(
      'The worker that was writing has stopped, and no other is running. Writing continues when one starts, and finished work stays.',
    );
  if (takeover?.in_s === null)
    return t('The worker that was writing has stopped. Another takes over within a minute or so, and finished work stays.');
  if (takeover)
    return t(
      'The worker that was writing has stopped. Another takes over in about {n, plural, one {# second} other {# seconds}}, and finished work stays.',
      { n: Math.max(1, takeover.in_s) },
    );
  return t('The worker that was writing has stopped. Another takes over within seconds, and finished work stays.');
}

/** Which services fail, why, and what happens in the meantime; null if all work. */
export function downWords(run: StatusEnvelope): string | null {
  const outage = outageLine(run);
  const n = connectedServices().length;
  if (run.status === 'failed') {
    const isSaid = run.error?.code === 'vendors.all_down';
    if (outage?.event !== 'services.out' || isSaid) return null;
    return byServiceCount(n, {
      library: t('The demo library was no longer answering when writing ended.'),
      all: t('None of the four AI services was still answering when writing ended.'),
      some: t(
        '{n, plural, one {The AI service was no longer answering} other {None of the # AI services was still answering}} when writing ended.',
        { n },
      ),
    });
  }
  if (run.status !== 'running') return null;
  if (run.worker_lost) return takeoverWords(run.takeover);
  if (outage?.event === 'services.used_up') return translateServerText(outage.text, outage.words);
  if (outage || noServiceResponds(run)) {
    return byServiceCount(n, {
      library: t('The demo library is not answering at the moment. We’ll keep trying. You won’t be charged for anything it can’t give.'),
      all: t(
        'None of the four AI services is answering at the moment. We’ll keep trying. You won’t be charged for anything we can’t write.',
      ),
      some: t(
        '{n, plural, one {The AI service is not answering} other {None of the # AI services is answering}} at the moment. We’ll keep trying. You won’t be charged for anything we can’t write.',
        { n },
      ),
    });
  }
  if (allServicesFailed(run)) {
    return byServiceCount(n, {
      library: t('The demo library is not answering at the moment. We’ll keep trying. You won’t be charged for anything it can’t give.'),
      all: t(
        'None of the four AI services has been able to do its part so far. We’ll keep trying. You won’t be charged for anything we can’t write.',
      ),
      some: t(
        '{n, plural, one {The AI service has not been able to do its part so far.} other {None of the # AI services has been able to do its part so far.}} We’ll keep trying. You won’t be charged for anything we can’t write.',
        { n },
      ),
    });
  }
  const failed = Map.groupBy(
    SERVICES.filter((service) => run.services[service] === 'failed'),
    (service) => mannerOf(run.service_failures?.[service]),
  );
  const sentences = MANNERS.flatMap((manner) => (failed.get(manner)?.length ? [mannerWords(manner, failed.get(manner)!)] : []));
  return sentences.length > 0 ? sentences.join(' ') : null;
}

const MANNERS = ['silent', 'declined', 'unable'] as const;
type Manner = (typeof MANNERS)[number];

function mannerOf(code: string | undefined): Manner {
  if (code === 'vendors.refused') return 'declined';
  return isSilence(code) ? 'silent' : 'unable';
}

function mannerWords(manner: Manner, services: readonly Service[]): string {
  const names = listNames(services.map((service) => SERVICE_NAMES[service]));
  if (services.length === 1) {
    if (manner === 'silent') return t('{name} is not answering. The other services are taking over.', { name: names });
    if (manner === 'declined') return t('{name} declined its part. The other services are taking over.', { name: names });
    return t('{name} could not do its part. The other services are taking over.', { name: names });
  }
  if (manner === 'silent') return t('{names} are not answering. The other services are taking over.', { names });
  if (manner === 'declined') return t('{names} declined their part. The other services are taking over.', { names });
  return t('{names} could not do their part. The other services are taking over.', { names });
}

type Failed = Pick<StatusEnvelope, 'error' | 'can_retry'>;

/** Reasons and next steps for a run that can only be started again. */
const startAgainWords = (): Readonly<Record<string, string>> => ({
  'vendors.all_down': byServiceCount(connectedServices().length, {
    all: t('None of the four AI services could be reached. Your form is saved; try again in a few minutes.'),
    some: t(
      '{n, plural, one {The AI service could not be reached.} other {None of the # AI services could be reached.}} Your form is saved; try again in a few minutes.',
      { n: connectedServices().length },
    ),
    library: t('The demo library could not be reached. Your form is saved; try again in a few minutes.'),
    none: t('No AI service is connected. Your form is saved; try again in a few minutes.'),
  }),
  'vendors.refused': t('The AI services declined this request. Another wording of the topic may help.'),
  'vendors.broken_output': t('The AI services returned answers that could not be used. Starting again usually helps.'),
  'vendors.failed': t('All AI services failed, each for a different reason. Starting again usually helps.'),
  'run.no_lessons': t('The outline was written, but no lesson could be. Your form is saved.'),
  'run.cancelled': t('The course was stopped before it was finished.'),
  'spend.user_cap': t("Today's generation allowance is used up. It renews at midnight UTC."),
  'spend.install_cap': t('Generation is paused for today. It resumes at midnight UTC. Your form is saved.'),
});

/** The same for a run that can resume from its outline, which is better than starting again. */
const goOnWords = (): Readonly<Record<string, string>> => ({
  'vendors.all_down': byServiceCount(connectedServices().length, {
    all: t('None of the four AI services could be reached. Try again in a few minutes.'),
    some: t(
      '{n, plural, one {The AI service could not be reached.} other {None of the # AI services could be reached.}} Try again in a few minutes.',
      { n: connectedServices().length },
    ),
    library: t('The demo library could not be reached. Try again in a few minutes.'),
    none: t('No AI service is connected. Try again in a few minutes.'),
  }),
  'vendors.broken_output': t('The AI services returned answers that could not be used. Trying again usually helps.'),
  'vendors.failed': t('All AI services failed, each for a different reason. Trying again usually helps.'),
  'run.no_lessons': t('The outline was written, but no lesson could be. Trying again usually helps.'),
  'spend.install_cap': t('Generation is paused for today. It resumes at midnight UTC.'),
});

/** Why a run failed, in words that help a learner to act, and that it cost nothing; for unknown codes the server's own sentence. */
export function failureWords({ error, can_retry: canRetry }: Failed): string {
  const code = error?.code ?? '';
  const known = (canRetry ? goOnWords()[code] : undefined) ?? startAgainWords()[code];
  if (known !== undefined) return `${withReason(known, error?.reason)} ${t('Nothing was charged.')}`;
  return error ? withReason(translateServerText(error.detail), error.reason) : t('Something went wrong on our side.');
}

/** What a run of single lessons failed to write; lessons that had a text lacked only their practice. */
export const lessonFailedWords = ({ items }: Pick<StatusEnvelope, 'items'>): string =>
  items.some(({ practice_failures: failures }) => failures !== undefined)
    ? t('The quiz and the exercises could not be written')
    : t('The lesson could not be written');

/** The failure of a run, as shown on its page and in its notification (GEN-09). */
export const failedWords = (run: Failed & Pick<StatusEnvelope, 'kind'>): string =>
  run.kind === 'lesson' ? failureWords(run) : t('Course generation failed: {reason}', { reason: failureWords(run) });
