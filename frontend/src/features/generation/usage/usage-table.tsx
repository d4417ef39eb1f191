import { styled } from '@mui/material/styles';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads, DataTable } from '#frontend/ui/data-table.tsx';
import { formatSum, usageColumns, usageRows, type RunUsage } from './usage-words.ts';

const Table = styled(DataTable)({
  '& th, & td': { padding: '6px 8px', textAlign: 'end', whiteSpace: 'nowrap' },
  '& th:nth-of-type(-n + 2), & td:first-of-type': { textAlign: 'start' },
  '& thead th': { verticalAlign: 'bottom', whiteSpace: 'normal' },
  '& tbody tr:last-child > *': { fontWeight: 650 },
});

/** The numbers of the charts, and all others. */
export function UsageTable({ usage }: { readonly usage: RunUsage }) {
  return (
    <Table label={t('What this run used')}>
      <ColumnHeads columns={usageColumns()} />
      <tbody>
        {usageRows(usage).map(({ service, model, line }) => (
          <tr key={`${service} ${model}`}>
            <th scope="row">{service}</th>
            <td>{model}</td>
            <td>{formatNumber(line.calls)}</td>
            <td>{formatNumber(line.failed_calls)}</td>
            <td>{formatNumber(line.input_tokens)}</td>
            <td>{formatNumber(line.cached_tokens)}</td>
            <td>{formatNumber(line.output_tokens)}</td>
            <td>{formatSum(line.cost_micro_usd, line.known_cost_micro_usd)}</td>
            <td>{formatSum(line.wasted_micro_usd, line.known_wasted_micro_usd)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
