import { aboutProduct } from '#frontend/lib/about.ts';
import { queryClient } from '#frontend/lib/query-client.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { StatusEnvelope, WorkPart } from '#contract/generation/course-status.contract.ts';
import { showScreen } from '#frontend/testing/show-screen.tsx';
import { neighboursOf } from '#frontend/features/generation/run-lesson/run-lesson-navigation.tsx';
import { RunView, ModuleAnnouncer } from './run-view.tsx';
import { countText } from '#frontend/features/generation/runs/run-summary-words.ts';
import { standingText } from '#frontend/features/generation/run-lesson/run-lesson-exit.tsx';
import { estimateWords, progressText, subtitleParts } from './run-words.ts';
import { serviceActivity } from './service-words.ts';
import { downWords, failureWords } from './outage-words.ts';
import { aLine, aRun, aRunsItems } from './run.factory.ts';

const NOBODY_ANSWERS =
  'None of the four AI services is answering at the moment. We’ll keep trying. You won’t be charged for anything we can’t write.';
const onStartAgain = vi.fn();
const show = (part: Partial<StatusEnvelope> = {}, extra: { isStale?: boolean; isOffline?: boolean } = {}) =>
  showScreen(
    <RunView
      run={aRun(part)}
      language={{}}
      isStale={false}
      isOffline={false}
      seenAt="2026-11-20T14:05:00Z"
      onStartAgain={onStartAgain}
      {...extra}
    />,
  );
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const bar = () => screen.getByRole('progressbar');

describe('the run page', () => {
  it('GEN-03 of a course of the demo library says that people wrote it, and names no service', async () => {
    const nobody = { grok: 'pending', claude: 'pending', gemini: 'pending', openai: 'pending' } as const;
    const items = aRun().items.map((item) => ({ ...item, service: null }));
    await show({ of_library: true, services: nobody, service_work: undefined, items, log: [] });
    expect(screen.getByRole('region', { name: 'Demo library' }).textContent).toContain('People wrote and checked these lessons.');
    expect(screen.queryByRole('region', { name: 'AI services' })).toBeNull();
    expect(document.body.textContent).not.toMatch(/Claude|Grok|Gemini|OpenAI/);
  });

  it('shows one segment per lesson, the milestone as its value and the lessons as its text', async () => {
    await show();
    expect([...bar().children].map((segment) => segment.getAttribute('data-state'))).toEqual([
      'done',
      'done',
      'writing',
      'failed',
      'waiting',
      'waiting',
    ]);
    expect(bar().getAttribute('aria-valuenow')).toBe('50');
    expect(bar().getAttribute('aria-valuetext')).toBe('50%, 2 of 6 lessons ready');
  });

  it('lists the outline by module with a word for every lesson, and opens readable ones', async () => {
    await show();
    expect(rows().slice(0, 6)).toEqual([
      '1.1Lesson titled 0Read now Lesson titled 0',
      '1.2Lesson titled 1Read now Lesson titled 1',
      '2.1Lesson titled 2Being written: read along Lesson titled 2',
      '2.2Lesson titled 3FailedRetry this lesson Lesson titled 3',
      '3.1Lesson titled 4Waiting',
      '3.2Lesson titled 5Waiting',
    ]);
    expect(screen.getByRole('heading', { name: 'Module 2 · Part 2' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /^Read now/ })[0]?.getAttribute('href')).toBe('/create/runs/task-1/lessons/lesson-0');
  });

  it('GEN-03 GEN-04 shows each service with its own state and its current work', async () => {
    await show();
    expect(rows().slice(6, 10)).toEqual([
      'GrokGathered current practice and expert insightsCompleted so far',
      'Claude2.1 Lesson titled 2Working',
      'GeminiPractice of 1.2Working',
      'OpenAINot used yetWaiting',
    ]);
  });

  it('shows a service without a connection as such, and counts the connected ones', async () => {
    const about = { ai_mode: 'live', connected_services: ['claude'] } as never;
    queryClient.setQueryData(aboutProduct.queryKey, about);
    const services = { grok: 'pending', claude: 'failed', gemini: 'completed', openai: 'pending' } as const;
    await show({ services, service_failures: { claude: 'vendors.unavailable' }, service_work: {}, log: [] });
    expect(rows().slice(6, 10)).toEqual([
      'GrokNo model is connected for this roleNot connected',
      'ClaudeDid not answerNo answer yet',
      expect.stringMatching(/^Gemini/),
      'OpenAINo model is connected for this roleNot connected',
    ]);
    expect(screen.getByText(/^The AI service is not answering at the moment\. We’ll keep trying\./)).toBeTruthy();
    queryClient.removeQueries(aboutProduct);
  });

  it('GEN-03 keeps the log of real events folded', async () => {
    await show();
    const log = screen.getByRole('log', { hidden: true });
    expect(screen.getByRole('button', { name: /^Log, / }).getAttribute('aria-expanded')).toBe('false');
    expect(log.querySelectorAll('li')).toHaveLength(3);
    expect(log.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-20T14:02:00.000Z');
  });

  it('GEN-03 shows when a paused service is asked again, in grey, and not once the run is over', async () => {
    const services = { grok: 'failed', claude: 'processing', gemini: 'completed', openai: 'pending' } as const;
    const paused = {
      services,
      service_failures: { grok: 'vendors.rate_limited' },
      service_retry_s: { grok: 8, claude: 8, gemini: 26, openai: 8 },
    };
    const { unmount } = await show(paused);
    expect(rows().slice(6, 10)).toEqual([
      'GrokWas overloadedTrying again in 8 s',
      expect.stringMatching(/^Claude.*Working$/),
      expect.stringMatching(/^Gemini.*Trying again in 26 s$/),
      'OpenAINot available at the momentTrying again in 8 s',
    ]);
    expect(screen.getAllByText('Trying again in 8 s')[0]!.dataset.state).toBe('waiting');
    unmount();
    await show({ ...paused, status: 'failed' });
    expect(rows().join()).not.toContain('Trying again');
  });

  it('G30 names the services that do not answer while the others write on', async () => {
    const services = { grok: 'failed', claude: 'processing', gemini: 'completed', openai: 'failed' } as const;
    await show({ services, service_failures: { grok: 'vendors.unavailable', openai: 'vendors.timed_out' } });
    expect(screen.getByText('Grok and OpenAI are not answering. The other services are taking over.')).toBeTruthy();
  });

  it('G30 does not report a service as not answering if its answers were unusable, or declined', async () => {
    const services = { grok: 'failed', claude: 'failed', gemini: 'completed', openai: 'failed' } as const;
    const reasons = { grok: 'vendors.broken_output', claude: 'vendors.refused', openai: 'vendors.unavailable' };
    await show({ services, service_failures: reasons });
    expect(
      screen.getByText(
        'OpenAI is not answering. The other services are taking over. Claude declined its part. The other services are taking over. ' +
          'Grok could not do its part. The other services are taking over.',
      ),
    ).toBeTruthy();
    expect(rows().slice(6, 10)).toEqual([
      'GrokSent answers that could not be usedNo result yet',
      'ClaudeDeclined its partNo result yet',
      'GeminiWrote 1 lessonCompleted so far',
      'OpenAIDid not answerNo answer yet',
    ]);
  });

  it('G30 says that no service succeeded, not that none answered, if all four gave unusable answers', async () => {
    const services = { grok: 'failed', claude: 'failed', gemini: 'failed', openai: 'failed' } as const;
    const all = 'vendors.broken_output';
    await show({ services, service_failures: { grok: all, claude: all, gemini: all, openai: 'vendors.unavailable' } });
    expect(screen.getByText(/^None of the four AI services has been able to do its part so far\./)).toBeTruthy();
    expect(screen.queryByText(/is answering at the moment/)).toBeNull();
  });

  it('G30 says plainly that no service answers, and promises neither a time nor that another one takes over', async () => {
    const services = { grok: 'failed', claude: 'failed', gemini: 'failed', openai: 'failed' } as const;
    const eta = { low_s: 6, high_s: 63, basis: 'last 50 courses of this size', overdue: false };
    const said = toSentence('{service} could not be reached. We will try again or switch to another service.', { service: 'Grok' });
    const away = 'vendors.unavailable';
    const service_failures = { grok: away, claude: away, gemini: away, openai: away };
    const run = aRun({ services, service_failures, eta, log: [aLine('14:03:00', 'service.failed', said)] });
    await show(run);
    expect(screen.getByText(/^None of the four AI services is answering at the moment\./)).toBeTruthy();
    expect(screen.getByText('You can leave this page.')).toBeTruthy();
    expect(rows()[2], 'nothing is being written').toBe('2.1Lesson titled 2Waiting');
    expect([...bar().children].map((segment) => segment.getAttribute('data-state'))).not.toContain('writing');
    expect(rows().slice(6, 10)).toEqual([
      'GrokDid not answerNo answer yet',
      'ClaudeDid not answerNo answer yet',
      'GeminiDid not answerNo answer yet',
      'OpenAIDid not answerNo answer yet',
    ]);
    expect(screen.getAllByText('No answer yet')[0]!.dataset.state).toBe('delayed');
    expect(progressText(run)).toBe('2 of 6 lessons ready');

    // the server's own log line, which arrives slightly later, changes nothing
    const out = toSentence(NOBODY_ANSWERS);
    expect(downWords({ ...run, log: [aLine('14:03:01', 'services.out', out), ...run.log] })).toBe(downWords(run));
    expect(downWords(run)).toBe(NOBODY_ANSWERS);
  });

  it('a lost worker: says that another takes over and when, and promises no service', () => {
    const run = aRun({ items: aRunsItems('completed', 'processing'), worker_lost: true });
    expect(progressText(run)).toBe('waiting for a worker to take over');
    expect(downWords(run)).toBe('The worker that was writing has stopped. Another takes over within seconds, and finished work stays.');
    const next = (workers: number, seconds: number | null) => downWords({ ...run, takeover: { workers, in_s: seconds } });
    expect(next(2, 7)).toBe('The worker that was writing has stopped. Another takes over in about 7 seconds, and finished work stays.');
    expect(next(2, 0)).toContain('in about 1 second,');
    expect(next(2, null)).toContain('within a minute or so');
    expect(next(0, 7)).toContain('no other is running. Writing continues when one starts');
    expect(estimateWords(run)).toBeNull();
    expect(downWords({ ...run, status: 'completed' })).toBeNull();
  });

  it('G30 an outage of all four midway: says that none answers, promises no other service, and lists completed work', async () => {
    const services = { grok: 'completed', claude: 'completed', gemini: 'failed', openai: 'failed' } as const;
    const service_failures = { gemini: 'vendors.unavailable', openai: 'vendors.unavailable' };
    const out = toSentence(NOBODY_ANSWERS);
    const unreached = toSentence('Lesson {lesson}: {service} could not be reached. We will try again or switch to another service.', {
      lesson: '1.1',
      service: 'Grok',
    });
    const eta = { low_s: 6, high_s: 63, basis: 'last 50 courses of this size', overdue: false };
    const log = [...aRun().log, aLine('14:03:00', 'service.failed', unreached), aLine('14:03:01', 'services.out', out)];
    const run = aRun({ services, service_failures, eta, log });
    await show(run);
    expect(screen.getByText(NOBODY_ANSWERS, { selector: 'div' })).toBeTruthy();
    expect(screen.queryByText(/take over/, { selector: 'div' })).toBeNull();
    expect(screen.getByText('You can leave this page.')).toBeTruthy();
    expect(progressText(run)).toBe('2 of 6 lessons ready');
    expect(rows()[6]).toBe('GrokGathered current practice and expert insightsCompleted so far');

    const delivered = aLine(
      '14:03:05',
      'lesson.ready',
      toSentence('{service} wrote lesson {lesson}: {title}.', { service: 'Claude', lesson: '1.1', title: 'A' }),
    );
    expect(downWords({ ...run, log: [...log, delivered] })).toBe(
      'Gemini and OpenAI are not answering. The other services are taking over.',
    );
    const failed = { ...run, status: 'failed', error: { code: 'run.no_lessons', detail: '' } } as const;
    expect(downWords(failed)).toBe('None of the four AI services was still answering when writing ended.');
    expect(downWords({ ...failed, error: { code: 'vendors.all_down', detail: '' } })).toBeNull();
    const goesOn = aLine(
      '14:09:00',
      'run.retried',
      toSentence('Writing continues at your request. Failed parts are retried; completed parts do not change.'),
    );
    expect(downWords({ ...run, log: [...log, goesOn] })).toMatch(/^Gemini and OpenAI/);
  });

  it('while none answers before the outline, nothing claims that it is being written', async () => {
    const log = [aLine('14:02:01', 'services.out', toSentence(NOBODY_ANSWERS))];
    const run = aRun({ items: [], title: null, progress: 10, stage: 'outline', log });
    await show(run);
    expect(screen.getByText(NOBODY_ANSWERS, { selector: 'div' })).toBeTruthy();
    expect(screen.queryByText(/outline/)).toBeNull();
    expect(progressText(run)).toBe('waiting for the AI services');
  });

  it('before the outline there is one segment and a sentence', async () => {
    await show({ items: [], title: null, progress: 10, stage: 'outline' });
    expect(bar().children).toHaveLength(1);
    expect(screen.getByText('The outline is being written. It appears here before the lessons.')).toBeTruthy();
  });

  it('OPS-03 in the queue it shows the position', async () => {
    await show({ status: 'queued', items: [], queue_position: 3 });
    expect(screen.getByText(/Number 3 in the queue\./)).toBeTruthy();
  });

  it('GEN-09 after a failure it shows the reason and offers to start again; finished lessons stay readable', async () => {
    await show({ status: 'failed', error: { code: 'vendors.all_down', detail: 'x' } });
    expect(screen.getByRole('alert').textContent).toContain(
      'Course generation failed: None of the four AI services could be reached. Your form is saved; try again in a few minutes. Nothing was charged.',
    );
    screen.getByRole('button', { name: 'Start again' }).click();
    expect(onStartAgain).toHaveBeenCalledOnce();
    expect(screen.getAllByRole('link', { name: /^Read now/ })).toHaveLength(2);
  });

  it('lessons without practice are in the headline, with the price of retrying; a service that had no turn is only mentioned as such', async () => {
    const items = aRunsItems(...Array<'completed'>(3).fill('completed'));
    for (const item of items.slice(0, 2)) Object.assign(item, { practice_failures: [{ service: null, code: 'spend.user_cap' }] });
    const ended = { status: 'completed', result: { course_id: 'c-7' } } as const;
    await show({ ...ended, items });
    expect(screen.getByText('The course is written. 2 lessons have no quiz or exercises; retrying costs nothing.')).toBeTruthy();
    expect(serviceActivity('openai', aRun(ended))).toBe('Not used');
    cleanup();
    await show({ ...ended, stopped: true, items: items.slice(1) });
    expect(screen.getByText(/^You stopped it and kept 2 .* 1 lesson has no quiz or exercises; retrying costs nothing\.$/)).toBeTruthy();
  });

  it('says what is still to come once every lesson can be read', async () => {
    await show({ items: aRunsItems('completed', 'completed') });
    expect(
      screen.getByText('You can read all the lessons. Practice and checks are still in progress; you can leave this page.'),
    ).toBeTruthy();
    cleanup();
    await show({ items: aRunsItems('completed', 'processing') });
    expect(screen.getByText('You can leave this page. We keep writing.')).toBeTruthy();
  });

  it('links to the course when it is done', async () => {
    await show({ status: 'completed', progress: 100, result: { course_id: 'c-7' } });
    expect(screen.getByRole('link', { name: 'Open course' }).getAttribute('href')).toBe('/courses/c-7');
  });

  it.each([
    [
      'reserved with its parts',
      { tokens: { reserved: 3100, charged: 0 }, part_tokens: { reserved: 2500, charged: 0 } },
      'Reserved56 tokens',
    ],
    [
      'over',
      { status: 'completed', tokens: { reserved: 3100, charged: 3100 }, part_tokens: { reserved: 0, charged: 2450 } },
      'Charged55.50 tokens',
    ],
    [
      'of the plan, with parts that cost tokens',
      { status: 'completed', tokens: { reserved: 0, charged: 0 }, part_tokens: { reserved: 0, charged: 2550 } },
      'Charged1 course of your plan + 25.50 tokensThe course is included in your plan.',
    ],
    [
      'over, while its clip is still filmed',
      { status: 'completed', tokens: { reserved: 3100, charged: 3100 }, part_tokens: { reserved: 50, charged: 2000 } },
      'Charged51 tokens0.50 more tokens are reserved for parts that are still being made.',
    ],
  ] as const)('A12 shows the tokens for all of it: %s', async (_, part, words) => {
    await show(part);
    const name = screen.getByText(words.startsWith('Charged') ? 'Charged' : 'Reserved');
    expect(name.parentElement!.textContent).toBe(words);
  });

  it('reports a lost connection, and the age of its state; not for a run that has ended', async () => {
    const { unmount } = await show({}, { isStale: true, isOffline: true });
    expect(screen.getByText(/^No connection to the server\./)).toBeTruthy();
    unmount();
    await show({ status: 'completed' }, { isStale: true, isOffline: true });
    expect(screen.queryByText(/^No connection/)).toBeNull();
    cleanup();
    await show({ stage: 'approval' }, { isStale: true, isOffline: true });
    expect(screen.getByText(/^No connection to the server\. Nothing is written until you accept the outline\./)).toBeTruthy();
  });
});

describe('its words', () => {
  it.each([
    ['run.no_lessons', 'The outline was written, but no lesson could be.'],
    ['something.new', 'The moon is full.'],
  ])('a run that failed by %s says: %s', (code, words) => {
    expect(failureWords({ error: { code, detail: 'The moon is full.' } })).toContain(words);
  });

  it('the range and its basis are shown only if the server knows them', () => {
    expect(estimateWords(aRun())).toBeNull();
    const eta = { low_s: 240, high_s: 420, basis: 'last 50 courses of this size', overdue: false };
    expect(estimateWords(aRun({ eta }))).toBe('about 7 minutes left');
  });

  const [written, missing] = aRunsItems('completed', 'failed');
  const atOutline = { stage: 'outline', items: aRunsItems('processing') } as const;
  const atApproval = { stage: 'approval', items: aRunsItems('pending', 'pending') } as const;
  it.each<[string, Partial<StatusEnvelope>]>([
    ['0 of 1 lesson ready', { items: atOutline.items }],
    ['outline being written, 1 lesson so far', atOutline],
    ['outline being written, 6 lessons so far', { stage: 'outline' }],
    ['outline waiting for you', atApproval],
    // A12: a cancelled run waits for nobody
    ['0 of 2 lessons ready', { ...atApproval, status: 'cancelled', stopped: true }],
    ['1 of 2 lessons ready', { status: 'completed', items: [written!, missing!] }],
    ['2 of 2 lessons ready', { status: 'completed', items: [written!, { ...missing!, written_later: '0_1' }] }],
  ])('A12 says %s', (words, part) => {
    expect(progressText(aRun(part))).toBe(words);
  });

  it('shows the day on which it was started, for users who return on another day', () => {
    expect(subtitleParts(aRun({ started_at: '2025-03-04T12:00:00Z' }))[0]).toBe('Started Mar 4, 2025');
    expect(subtitleParts(aRun({ started_at: new Date().toISOString() }))[0]).toMatch(/^Started today \d\d:\d\d$/);
    expect(subtitleParts(aRun({ started_at: null, created_at: '2025-03-04T12:00:00Z' }))[0]).toBe('Asked Mar 4, 2025');
  });

  it('GEN-04 a service is described by its running calls, of any kind', () => {
    const work = (...now: [WorkPart, string | null][]) =>
      aRun({
        services: { ...aRun().services, openai: 'processing' },
        service_work: { openai: { now: now.map(([part, lesson_id]) => ({ part, lesson_id })), done: [{ part: 'review', count: 2 }] } },
      });
    expect(serviceActivity('openai', work(['outline', null]))).toBe('The outline');
    expect(serviceActivity('openai', work(['research', null]))).toBe('Current practice and expert insights');
    expect(serviceActivity('openai', work(['lesson', 'lesson-2']))).toBe('2.1 Lesson titled 2');
    expect(serviceActivity('openai', work(['review', 'lesson-0'], ['practice', 'lesson-1'], ['practice', 'lesson-0']))).toBe(
      'Practice of 1.1, 1.2 · Check of 1.1',
    );
    expect(serviceActivity('openai', work(['correction', 'lesson-0']))).toBe('Correction to 1.1');
    expect(serviceActivity('openai', work()), 'between two calls').toBe('Checked 2 lessons');
  });

  it('GEN-04 a service that has delivered is described by all its work, not the last part', () => {
    const done = [
      { part: 'outline', count: 1 },
      { part: 'research', count: 1 },
      { part: 'lesson', count: 2 },
      { part: 'practice', count: 1 },
      { part: 'review', count: 3 },
      { part: 'correction', count: 1 },
    ] as const;
    expect(serviceActivity('grok', aRun({ service_work: { grok: { now: [], done: [...done] } } }))).toBe(
      'Drafted the outline · Gathered current practice and expert insights · Wrote 2 lessons · Wrote practice for 1 lesson · Checked 3 lessons · Corrected 1 lesson',
    );
  });

  it('A12 a service whose calls were aborted by the stop is shown as used, because they count', () => {
    const cut = toSentence('{service} was still working when you stopped the run, so its part was not used.', { service: 'OpenAI' });
    const services = { grok: 'pending', claude: 'completed', gemini: 'completed', openai: 'pending' } as const;
    const log = [
      aLine('14:02:11', 'research.ready', toSentence('{service} gathered current practice and expert insights.', { service: 'Gemini' })),
      aLine('14:03:00', 'service.cut_off', { ...cut, values: { service: 'Gemini' } }),
      aLine('14:03:00', 'service.cut_off', cut),
    ];
    const run = aRun({ status: 'completed', stopped: true, services, log, items: aRunsItems('completed', 'pending') });
    expect(serviceActivity('openai', run)).toBe('OpenAI was still working when you stopped the run, so its part was not used.');
    expect(serviceActivity('gemini', run)).toBe('Wrote 1 lesson');
    expect(serviceActivity('grok', run)).toBe('Delivered nothing before the run was stopped');
  });

  it('GEN-03 after the run no service is working, and one that never answered has failed', async () => {
    await show({ status: 'cancelled', stopped: true });
    expect(rows().slice(6, 10)).toEqual([
      'GrokGathered current practice and expert insightsCompleted',
      'ClaudeDrafted the outlineStopped',
      'GeminiWrote 1 lessonStopped',
      'OpenAIDelivered nothing before the run was stoppedNot used',
    ]);
    expect(screen.getAllByText('Stopped')[0]!.dataset.state).toBe('waiting');
    cleanup();
    await show({ status: 'failed', services: { ...aRun().services, grok: 'failed' }, service_failures: { grok: 'vendors.timed_out' } });
    expect(rows()[6]).toBe('GrokDid not answer in timeFailed');
  });

  it('a lesson is read in a course that is finished, or that its reader has stopped', () => {
    const ended = aRun({ status: 'completed', result: { course_id: 'c-1' } });
    expect(standingText(ended)).toBe('The course is finished.');
    expect(standingText({ ...ended, stopped: true })).toBe('You stopped it and kept 2 lessons.');
    expect(standingText({ ...ended, stopped: true, items: aRunsItems('completed', 'failed') })).toBe('You stopped it and kept 1 lesson.');
    const later = ended.items.map((item) => (item.readable ? item : { ...item, written_later: '0_1' }));
    expect(standingText({ ...ended, stopped: true, items: later })).toBe('The course is finished.');
  });

  it('a failed run for practice alone names the practice', async () => {
    const items = aRunsItems('completed').map((item) => ({ ...item, practice_failures: [{ service: null, code: 'spend.user_cap' }] }));
    await show({ kind: 'lesson', status: 'failed', items, error: { code: 'spend.user_cap', detail: '' } });
    expect(screen.getByRole('heading', { name: 'The quiz and the exercises could not be written' })).toBeTruthy();
    cleanup();
    await show({ kind: 'lesson', status: 'failed', items: aRunsItems('failed'), error: { code: 'spend.user_cap', detail: '' } });
    expect(screen.getByRole('heading', { name: 'The lesson could not be written' })).toBeTruthy();
  });

  it('practice in progress is no longer offered', async () => {
    const items = aRunsItems('completed', 'completed').map((item) => ({
      ...item,
      practice_failures: [{ service: null, code: 'run.cancelled' }],
      being_written_in: 'task-2',
    }));
    await show({ status: 'completed', stopped: true, result: { course_id: 'c-7' }, items });
    expect(screen.getByText(/Practice is being written for 2 lessons\.$/)).toBeTruthy();
    expect(screen.queryByText(/retrying costs nothing/)).toBeNull();
  });

  it('the title bar counts the lessons once there are any', () => {
    expect(countText(aRun())).toBe('(2/6)');
    expect(countText(aRun({ items: [] }))).toBe('');
    expect(countText(aRun({ stage: 'approval' }))).toBe('');
  });

  it('G30 after a failed run nothing is promised any more: no outline to come, no further attempt', () => {
    const services = { grok: 'failed', claude: 'failed', gemini: 'failed', openai: 'failed' } as const;
    const log = [{ at: '2026-11-20T14:03:00Z', event: 'step.failed', text: 'Grok could not do its part this time; it is tried again.' }];
    const run = aRun({ status: 'failed', services, items: [], log });
    expect(serviceActivity('grok', run)).toBe('Could not do its part');
    expect(subtitleParts(run)).toContain('no outline was written');
  });

  it('many lessons of one service are listed by number only', () => {
    const items = aRunsItems('processing', 'pending', 'processing', 'pending', 'processing');
    const now = [0, 2, 4].map((n) => ({ part: 'lesson' as const, lesson_id: `lesson-${n}` }));
    expect(serviceActivity('claude', aRun({ items, service_work: { claude: { now, done: [] } } }))).toBe('Lessons 1.1, 2.1, 3.1');
  });

  it('a lesson links to the nearest readable one before, and to the next one whatever its state', () => {
    const run = { items: aRunsItems('completed', 'failed', 'completed', 'processing') };
    expect(neighboursOf(run, 'lesson-2')).toMatchObject({ previous: { id: 'lesson-0' }, next: { id: 'lesson-3', readable: false } });
    expect(neighboursOf(run, 'lesson-0').previous).toBeNull();
    expect(neighboursOf(run, 'unknown')).toEqual({ previous: null, next: null });
  });
});

describe('for screen reader users', () => {
  it('modules are not announced before the first lesson; the end of a failed run is announced once, by the page', () => {
    const { rerender, container } = render(<ModuleAnnouncer run={aRun({ items: aRunsItems('pending', 'pending', 'pending') })} />);
    rerender(<ModuleAnnouncer run={aRun({ items: aRunsItems('failed', 'failed', 'processing') })} />);
    rerender(<ModuleAnnouncer run={aRun({ items: aRunsItems('failed', 'failed', 'failed') })} />);
    rerender(<ModuleAnnouncer run={aRun({ status: 'failed', items: aRunsItems('failed', 'failed', 'failed') })} />);
    expect(container.textContent).toBe('');
    cleanup();
    const other = render(<ModuleAnnouncer run={aRun({ items: aRunsItems('failed', 'failed', 'processing') })} />);
    other.rerender(<ModuleAnnouncer run={aRun({ items: aRunsItems('failed', 'failed', 'completed') })} />);
    expect(other.container.textContent).toBe('Modules 1, 2 are complete. 2 lessons could not be written.');
  });

  it('several modules that are finished at once are one sentence', () => {
    const { rerender, container } = render(<ModuleAnnouncer run={aRun()} />);
    rerender(<ModuleAnnouncer run={aRun({ items: aRunsItems(...Array<'completed'>(6).fill('completed')) })} />);
    expect(container.textContent).toBe('Modules 2, 3 are complete.');
  });

  it('one sentence is announced when a module becomes readable, none for those readable on arrival', async () => {
    const { rerender, container } = render(<ModuleAnnouncer run={aRun()} />);
    expect(container.textContent).toBe('');
    rerender(
      <ModuleAnnouncer run={aRun({ items: aRunsItems('completed', 'completed', 'completed', 'failed', 'processing', 'pending') })} />,
    );
    expect(container.textContent).toBe('Module 2 is complete. 1 lesson could not be written.');
    rerender(
      <ModuleAnnouncer run={aRun({ items: aRunsItems('completed', 'completed', 'completed', 'failed', 'completed', 'completed') })} />,
    );
    expect(container.textContent).toBe('Module 3 is complete.');
    rerender(<ModuleAnnouncer run={aRun({ status: 'completed', items: aRunsItems(...Array<'completed'>(6).fill('completed')) })} />);
    expect(container.textContent).toBe('Module 3 is complete.');
  });
});
