import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { UsageRows } from './usage-rows.tsx';
import { formatSum, usageColumns, usageRows, type RunUsage } from './usage-words.ts';

/** The numbers of the charts, and all others. */
export function UsageTable({ usage }: { readonly usage: RunUsage }) {
  return (
    <UsageRows
      label={t('What this run used')}
      columns={usageColumns()}
      figures={[2, 3, 4, 5, 6, 7, 8]}
      rows={usageRows(usage).map(({ service, model, line }) => [
        service,
        model,
        formatNumber(line.calls),
        formatNumber(line.failed_calls),
        formatNumber(line.input_tokens),
        formatNumber(line.cached_tokens),
        formatNumber(line.output_tokens),
        formatSum(line.cost_micro_usd, line.known_cost_micro_usd),
        formatSum(line.wasted_micro_usd, line.known_wasted_micro_usd),
      ])}
    />
  );
}
