import { expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { RUN_KINDS, type RunKindName } from '#contract/platform/kinds-of-work.ts';
import { KINDS } from '#domain/kinds.ts';
import { ENDED_STATES, type Again } from './run-kind.ts';

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

it('every kind of work says for each way it can end what can be tried again, or why nothing; the page of the docs has all of them', async () => {
  const names = Object.keys(RUN_KINDS) as RunKindName[];
  const rows = names.map((kind) => {
    const { again } = KINDS[kind];
    return `| ${RUN_KINDS[kind].key} (\`${kind}\`) | ${ENDED_STATES.map((state) => wordsOf(again[state])).join(' | ')} |`;
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
  await expect(`${HEAD}${rows.join('\n')}\n`).toMatchFileSnapshot('../../../docs/ended-work.md');
});

it('a kind that says it is retried can be, and one that says otherwise cannot', () => {
  for (const kind of Object.keys(RUN_KINDS) as RunKindName[]) {
    // a batch does not fail: its items do
    if (kind === 'batch') continue;
    expect('retry' in KINDS[kind].again.failed, kind).toBe(!isNever(kind));
  }
});
