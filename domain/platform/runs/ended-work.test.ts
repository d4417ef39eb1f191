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

What can be tried again of each kind of work, by how it has ended, without buying what is there already. *Retry* is \`retryRun\` of the owner
or *Retry* in the console: finished steps are kept, and only what failed runs again. Each kind declares its line (\`again\` in its
\`.kind.ts\`); \`npm test -- domain/platform/runs/ended-work.test.ts -u\` writes this page from them.

| Work | Completed | Failed | Cancelled |
|---|---|---|---|
`;

/** What the engine tells of a kind whose row has a notice. */
const NOTICED: Readonly<Record<'not' | 'at its end', NonNullable<RunKind['told']>>> = {
  not: {},
  'at its end': {
    completed: 'A notice and, if they are wanted, a push message.',
    failed: 'A notice and, if they are wanted, a push message; withdrawn when it is retried.',
  },
};

/** By whom an end is told, in the words of the page. */
function toldOf(kind: RunKindName): string {
  const { told = NOTICED[RUN_KINDS[kind].notice === null ? 'not' : 'at its end'], owner } = KINDS[kind];
  const said = ENDED_STATES.flatMap((state) =>
    told[state] === undefined ? [] : [`${state[0]!.toUpperCase()}${state.slice(1)}: ${told[state]}`],
  );
  if (said.length > 0) return said.join(' ');
  return owner === 'person'
    ? 'By nothing else: whoever asked for it watches it, or finds it ended.'
    : 'By nothing else: operators find it ended in the console.';
}

const TOLD_HEAD = `
## Who is told

Of every end, in the transaction that makes it: webhooks of its owner and of operators (\`run.ended\`). Its page and the list of runs show it
with their next look, within 5 s. Who stops a run is answered at once. A run that has failed is also counted in the console (*Dead letters*), stands under *Newest failures* of the
overview with *Retry*, and alerts by \`StepsFail\`. Beside that:

| Work | Its owner is told |
|---|---|
`;

const ALERTS_HEAD = `
## Alerts

Every alert is told to all operators in the transaction that opens it: a mail, the webhook \`alert.changed\`, the console's counts, and *Needs
you* on the overview, which leads to where its acts are. Alarms of the payments open at once; figures are looked at each minute.

| Alert | What it says | Opens | Who else is told | By when somebody must have acted | What can be done |
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
    forS === 0 ? 'At the next look.' : `After ${forS} s.`,
    'Nobody: it is about the installation.',
    'None: nobody outside sets one.',
    act,
  ]),
  ...ALARM_KINDS.map((kind) => {
    const { deadline } = ALARMS[kind];
    const day =
      typeof deadline === 'string' ? `The day of ${deadline}: it stands first, and in the mail’s subject.` : `None. ${deadline.none}`;
    return [alarmRule(kind).name, ALARMS[kind].summary, 'At once.', others(kind), day, alarmRule(kind).act];
  }),
];

it('every kind of work says for each way it can end what can be tried again, or why nothing; the page of the docs has all of them', async () => {
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
      // only what has failed is retried
      if ('retry' in again) expect(state, kind).toBe('failed');
    }
  const told = names.map((kind) => `| ${RUN_KINDS[kind].name.key} (\`${kind}\`) | ${toldOf(kind)} |`);
  const alerts = alertRows();
  // no cell is empty, and each says something
  for (const cells of alerts) for (const cell of cells) expect(cell.trim().length, cells[0]).toBeGreaterThan(3);
  const parts = [
    HEAD + rows.join('\n'),
    TOLD_HEAD + told.join('\n'),
    ALERTS_HEAD + alerts.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
  ];
  await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot('../../../docs/ended-work.md');
});

it('a kind that says it is retried can be, and one that says otherwise cannot', () => {
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
