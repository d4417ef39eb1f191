import { describe, expect, it } from 'vitest';
import { mutationsOf } from './mutation-sites.ts';

/** Returns the file after each fault, and the fault. */
const faults = (source: string, file = 'a.ts') =>
  mutationsOf(file, source).map(({ kind, start, end, text }) => [kind, source.slice(0, start) + text + source.slice(end)]);

describe('planted faults', () => {
  it.each([
    ['if (a < b) stop();', ['condition negated', 'branch removed', '< → >=', 'statement removed']],
    ['const all = a && !b ? 0 : 7;', ['condition negated', '&& → ||', 'negation removed', '0 → 1', '7 → 21']],
    ["await run.query().where({ id }).where('at', '<', now).first();", ['statement removed', '.where(…) removed', '.where(…) removed']],
    ['sql`select 1 from run where id = ${id} and lane = ${lane} and ended is null`;', ['sql condition removed', 'sql condition removed']],
    ['rows.where({ id, lane });', ['statement removed', 'column removed', 'column removed']],
    ['const best = Math.min(...rows.filter(isLive));', ['min → max', '.filter(…) removed']],
  ])('%s', (source, kinds) => {
    expect(
      faults(source)
        .map(([kind]) => kind)
        .toSorted(),
    ).toEqual(kinds.toSorted());
  });

  it('leave the rest of the file as it is', () => {
    expect(faults('const isLate = now >= end;\n')).toEqual([['>= → <', 'const isLate = now < end;\n']]);
    expect(faults('const q = sql`a where x = ${x} and y = ${y}`;')).toEqual([
      ['sql condition removed', 'const q = sql`a where x = ${x}`;'],
    ]);
    expect(faults('rows.update({ id, lane })').map(([, text]) => text)).toContain('rows.update({ id })');
  });

  it('are neither in types and imports nor in styles', () => {
    expect(faults("import { a } from './a.ts';\ntype Two = 1 | 2;\ninterface Row { readonly at: 3 }\n")).toEqual([]);
    expect(faults('const a = <Box sx={{ p: 2 }} hidden={isOld} />;', 'a.tsx').map(([kind]) => kind)).toEqual(['hidden removed']);
  });

  it('know their line', () => {
    expect(mutationsOf('a.ts', '\n\nstop();\n')).toMatchObject([{ line: 3 }]);
  });
});
