import { describe, expect, it } from 'vitest';
import { costBars, formatCost, formatSum, usageCsv, usageSummary, type RunUsage, type UsageLine } from './usage-words.ts';

const line = (part: Partial<UsageLine> = {}): UsageLine => ({
  calls: 2,
  failed_calls: 0,
  input_tokens: 1000,
  cached_tokens: 100,
  output_tokens: 500,
  cost_micro_usd: 20_000,
  wasted_micro_usd: 0,
  unpriced_calls: 0,
  known_cost_micro_usd: part.cost_micro_usd ?? 20_000,
  known_wasted_micro_usd: part.wasted_micro_usd ?? 0,
  ...part,
});
const NOTHING_KNOWN = {
  cost_micro_usd: null,
  wasted_micro_usd: null,
  unpriced_calls: 2,
  known_cost_micro_usd: 0,
  known_wasted_micro_usd: 0,
};
const usage = (part: Partial<UsageLine> = {}): RunUsage => ({
  total: line(part),
  by_service: [{ service: 'claude', model: 'one, "two"', ...line(part) }],
  by_stage: [],
  by_lesson: [],
});

describe('the usage of a run, in words', () => {
  it('an unknown price is unknown, not zero', () => {
    expect(formatCost(null)).toBe('unknown');
    expect(formatCost(0)).toBe('$0.00');
    expect(formatCost(1_234)).toBe('$0.0012');
    expect(formatCost(12_345_678)).toBe('$12.35');
    expect(usageSummary(usage(NOTHING_KNOWN))).toBe(
      '1,500 units of AI text in 2 calls. The cost of 2 of them is unknown, because they were cut off or their model has no known price.',
    );
    expect(costBars(usage(NOTHING_KNOWN).by_service)).toEqual([{ name: 'Claude', value: 0, hatched: 0, label: 'unknown' }]);
  });

  it('known parts of cost and waste are shown when others are unknown', () => {
    const cutOff = usage({
      cost_micro_usd: null,
      wasted_micro_usd: null,
      unpriced_calls: 1,
      known_cost_micro_usd: 20_000,
      known_wasted_micro_usd: 5_000,
    });
    expect(usageSummary(cutOff)).toBe(
      '1,500 units of AI text in 2 calls, worth at least $0.02. The cost of 1 of them is unknown, because it was cut off or its model has no known price. ' +
        'At least $0.0050 of that was wasted on calls that failed or whose answer was discarded.',
    );
    expect(costBars(cutOff.by_service)).toEqual([{ name: 'Claude', value: 15_000, hatched: 5_000, label: 'at least $0.0200' }]);
    expect(formatSum(null, 0)).toBe('unknown');
  });

  it('shows waste as a part of the whole', () => {
    expect(costBars(usage({ wasted_micro_usd: 5_000 }).by_service)).toEqual([
      { name: 'Claude', value: 15_000, hatched: 5_000, label: '$0.0200' },
    ]);
    expect(usageSummary(usage({ wasted_micro_usd: 5_000 }))).toMatch(/\$0\.0050 of that was wasted/);
    expect(usageSummary(usage())).toMatch(/None of it was wasted\.$/);
  });

  it('is a CSV that spreadsheets read, without formula injection', () => {
    const [head, row] = usageCsv({
      ...usage(),
      by_service: [{ service: 'claude', model: '=1+1', ...line({ cost_micro_usd: null, wasted_micro_usd: 5_000 }) }],
    }).split('\r\n');
    expect(head).toBe(
      '\uFEFFService,Model,Calls,Failed calls,Input units,of which cached,Output units,Cost (USD),of which wasted (USD),Known cost (USD),Known waste (USD)',
    );
    expect(row, 'what is known of a cost that is not').toBe("Claude,'=1+1,2,0,1000,100,500,unknown,0.005000,0.020000,0.005000");
    expect(usageCsv(usage())).toContain('"one, ""two"""');
  });
});
