import { describe, expect, it } from 'vitest';
import { readBatchOptions } from './batch-options.ts';
import { ScriptError } from './run-script.ts';

const ID = '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a13';
const PLAN = ['plan', '--name', 'Bread', '--what', 'refresh_all', '--budget', '100'];

describe('the limits at which a batch pauses, on the command line', () => {
  it('are in a plan, and have their defaults otherwise', () => {
    expect(readBatchOptions(PLAN)).toMatchObject({ plan: { most_failures: 0.1, most_cost_drift: 1.5, most_unclean: 0.5 } });
    expect(readBatchOptions([...PLAN, '--most-failures', '0.3', '--most-cost-drift', '4', '--most-unclean', '1'])).toMatchObject({
      plan: { most_failures: 0.3, most_cost_drift: 4, most_unclean: 1 },
    });
  });

  it('are changed by a separate act, within bounds', () => {
    expect(readBatchOptions(['set_limits', ID, '--most-unclean', '0.8'])).toEqual({
      verb: 'set_limits',
      batchId: ID,
      limits: { most_unclean: 0.8 },
    });
    for (const wrong of [
      ['--most-unclean', '80'],
      ['--most-cost-drift', '0.5'],
      ['--most-failures', 'few'],
    ])
      expect(() => readBatchOptions(['set_limits', ID, ...wrong]), wrong.join(' ')).toThrow(ScriptError);
  });
});
