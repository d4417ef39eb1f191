import { styled } from '@mui/material/styles';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { formatCost, usageColumns, usageRows, type RunUsage } from './usage-words.ts';

const Scroll = styled('div')({ overflowX: 'auto' });
const Table = styled('table')(({ theme }) => ({
  ...theme.typography.body2,
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': {
    padding: '6px 8px',
    textAlign: 'end',
    whiteSpace: 'nowrap',
    borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  },
  '& th:nth-of-type(-n + 2), & td:first-of-type': { textAlign: 'start' },
  '& thead th': { verticalAlign: 'bottom', whiteSpace: 'normal', borderBlockEnd: `2px solid ${theme.vars.palette.text.primary}` },
  '& tbody tr:last-child > *': { fontWeight: 650 },
}));

/** The same numbers as the charts, and all the others. */
export function UsageTable({ usage }: { readonly usage: RunUsage }) {
  return (
    <Scroll data-table tabIndex={0} role="region" aria-label={t('What this run used')}>
      <Table>
        <thead>
          <tr>
            {usageColumns().map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
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
              <td>{formatCost(line.cost_micro_usd)}</td>
              <td>{formatCost(line.wasted_micro_usd)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Scroll>
  );
}
