import { expect, it } from 'vitest';
import { ALARM_KINDS, ALARMS, type AlarmKind } from '#contract/billing/alarms.contract.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { RUN_KINDS, type RunKindName } from '#contract/platform/kinds-of-work.ts';
import { KINDS } from '#domain/kinds.ts';
import { alarmRule, MEASURED_RULES } from '#domain/operator/alerts/alert-rules.ts';
import { ENDED_STATES, type Again, type RunKind } from './run-kind.ts';

const isNever = (kind: RunKindName): boolean => KINDS[kind].retryNeeds?.strings.join('').trim() === 'false';
const wordsOf = (again: Again): string =>
  'retry' in again
    ? `**Retry.** ${again.retry}`
    : 'by' in again
      ? `\`${again.by.name}\` makes ${again.makes}.`
      : `Nothing: ${again.nothing.charAt(0).toLowerCase()}${again.nothing.slice(1)}`;

const HEAD = `# Ended work

This page lists how each kind of work can be retried after it has ended, without paying twice for finished parts. *Retry* is \`retryRun\` for
the owner, or *Retry* in the console: finished steps are kept, and only failed steps run again. Each kind declares its row (\`again\` in its
\`.kind.ts\`); \`npm test -- domain/platform/runs/ended-work.test.ts -u\` writes this page.

| Work | Completed | Failed | Cancelled |
|---|---|---|---|
`;

/** The notices that the engine sends for a kind with a notice in its row. */
const NOTICED: Readonly<Record<'not' | 'at its end', NonNullable<RunKind['told']>>> = {
  not: {},
  'at its end': {
    completed: 'A notice and, if the owner wants it, a push message.',
    failed: 'A notice and, if the owner wants it, a push message; withdrawn when the run is retried.',
  },
};

/** The ways in which an owner learns of an end, in the words of the page. */
function toldOf(kind: RunKindName): string {
  const { told = NOTICED[RUN_KINDS[kind].notice === null ? 'not' : 'at its end'], owner } = KINDS[kind];
  const said = ENDED_STATES.flatMap((state) =>
    told[state] === undefined ? [] : [`${state[0]!.toUpperCase()}${state.slice(1)}: ${told[state]}`],
  );
  if (said.length > 0) return said.join(' ');
  return owner === 'person'
    ? 'Nothing else: the person who started it watches it or finds the result later.'
    : 'Nothing else: operators find the result in the console.';
}

const TOLD_HEAD = `
## Who is told

The end of every run is sent to the webhooks of the owner and of operators (\`run.ended\`), in the transaction that ends it. The run's page and the list
of runs show it at their next poll, within 5 s. Stopping a run is confirmed immediately. A failed run is also counted in the console (*Dead
letters*), appears under *Newest failures* in the overview with *Retry*, and counts towards the alert \`StepsFail\`. In addition:

| Work | The owner is told |
|---|---|
`;

const ALERTS_HEAD = `
## Alerts

All operators learn of an alert in the transaction that opens it: by mail, the webhook \`alert.changed\`, the console's counts, and *Needs you*
in the overview, which links to the actions. Payment alarms open immediately; figures are checked every minute.

| Alert | Meaning | Opens | Who else is told | Deadline | What to do |
|---|---|---|---|---|---|
`;

const others = (kind: AlarmKind): string => {
  const said = (who: string, told: (typeof ALARMS)[AlarmKind]['buyer' | 'seller']) =>
    typeof told === 'string' ? `${who}: ${told}.` : `${who}: nobody. ${told.nobody}`;
  return `${said('Buyer', ALARMS[kind].buyer)} ${said('Seller', ALARMS[kind].seller)}`;
};

const alertRows = (): string[][] => [
  ...MEASURED_RULES.map(({ name, summary, forS, act }) => [
    name,
    summary,
    forS === 0 ? 'At the next check.' : `After ${forS} s.`,
    'Nobody: it concerns the installation.',
    'None.',
    act,
  ]),
  ...ALARM_KINDS.map((kind) => {
    const { deadline } = ALARMS[kind];
    const day =
      typeof deadline === 'string' ? `The day set by ${deadline}; it comes first, also in the mail’s subject.` : `None. ${deadline.none}`;
    return [alarmRule(kind).name, ALARMS[kind].summary, 'Immediately.', others(kind), day, alarmRule(kind).act];
  }),
];

it('every kind of work declares for each of its endings what can be retried, or why nothing; the docs page lists them all', async () => {
  const names = Object.keys(RUN_KINDS) as RunKindName[];
  const rows = names.map((kind) => {
    const { again } = KINDS[kind];
    return `| ${RUN_KINDS[kind].name.key} (\`${kind}\`) | ${ENDED_STATES.map((state) => wordsOf(again[state])).join(' | ')} |`;
  });
  for (const kind of names)
    for (const state of ENDED_STATES) {
      const again = KINDS[kind].again[state];
      const said = 'retry' in again ? again.retry : 'by' in again ? again.makes : again.nothing;
      expect(said.length, `${kind}, ${state}`).toBeGreaterThan(10);
      if ('by' in again) expect(ENDPOINTS, `${kind}, ${state}`).toContain(again.by);
      // only failed work is retried
      if ('retry' in again) expect(state, kind).toBe('failed');
    }
  const told = names.map((kind) => `| ${RUN_KINDS[kind].name.key} (\`${kind}\`) | ${toldOf(kind)} |`);
  const alerts = alertRows();
  // no cell is empty, and each states something
  for (const cells of alerts) for (const cell of cells) expect(cell.trim().length, cells[0]).toBeGreaterThan(3);
  const parts = [
    HEAD + rows.join('\n'),
    TOLD_HEAD + told.join('\n'),
    ALERTS_HEAD + alerts.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
  ];
  await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot('../../../docs/ended-work.md');
});

it('a kind that declares a retry has one, and a kind that declares none has none', () => {
  for (const kind of Object.keys(RUN_KINDS) as RunKindName[]) {
    // a batch does not fail: its items do
    if (kind === 'batch') continue;
    expect('retry' in KINDS[kind].again.failed, kind).toBe(!isNever(kind));
  }
});

it('a kind that notifies its owner says so in the table', () => {
  for (const kind of Object.keys(RUN_KINDS) as RunKindName[]) {
    const { hooks = {}, told } = KINDS[kind];
    for (const state of ['completed', 'failed'] as const)
      if (/\baddNotification\b/.test(String(hooks[state] ?? ''))) expect(told?.[state], `${kind}, ${state}`).toBeDefined();
  }
});
