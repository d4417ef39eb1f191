import type { Ref } from 'react';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { Movement } from '#contract/billing/wallet.contract.ts';
import { formatTokenCount, formatWhen } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ColumnHeads, DataTable } from '#frontend/ui/data-table.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { movementWord, signed } from './movement-words.ts';

const Table = styled(DataTable)(({ theme }) => ({
  '& th, & td': { paddingBlock: 8, paddingInline: '0 12px', textAlign: 'start', verticalAlign: 'baseline' },
  '& thead th': { fontWeight: 600 },
  '& .figure': { textAlign: 'end', whiteSpace: 'nowrap' },
  '& th:last-child, & td:last-child': { paddingInlineEnd: 0 },
  '& .when': { whiteSpace: 'nowrap' },
  // On a phone each movement is two lines: when and what, then the figures.
  [theme.breakpoints.down('sm')]: {
    '& thead': { position: 'absolute', clipPath: 'inset(50%)' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gap: '2px 12px',
      paddingBlock: 10,
      borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
    },
    '& th, & td': { padding: 0, border: 0 },
    '& .cause': { gridColumn: '1', gridRow: '1' },
    '& .change': { gridColumn: '2', gridRow: '1' },
    '& .when, & .kind': { gridColumn: '1' },
    '& .after': { gridColumn: '2', gridRow: '2' },
    '& .after::before': { content: 'attr(data-label)', color: theme.vars.palette.text.secondary },
  },
}));
interface MovementTableProps {
  readonly movements: readonly Movement[];
  /** Receives the element that contains the rows. */
  readonly rows: Ref<HTMLTableSectionElement>;
}

/** All movements with their reason and the balance afterwards; one caused by a course links to its run. */
export function MovementTable({ movements, rows }: MovementTableProps) {
  return (
    <Table label={t('Token activity')}>
      <ColumnHeads columns={[t('When'), t('What for'), t('Kind')]} figures={[t('Tokens'), t('Balance after')]} />
      <tbody ref={rows}>
        {movements.map((movement) => (
          <tr key={movement.id}>
            <td className="when">
              <Typography component="span" variant="body2" color="textSecondary">
                {formatWhen(movement.at)}
              </Typography>
            </td>
            <td className="cause">
              <Cause movement={movement} />
            </td>
            <td className="kind">
              {movementWord(movement)}
              {movement.wallet === 'organisation' && (
                <Typography component="span" variant="body2" color="textSecondary">
                  {' '}
                  {t('(organisation)')}
                </Typography>
              )}
            </td>
            <td className="figure change">
              <Typography component="span" variant="subtitle2" dir="ltr" color={movement.tokens > 0 ? 'success' : 'textPrimary'}>
                {signed(movement.tokens)}
              </Typography>
            </td>
            <td className="figure after" data-label={`${t('then')} `}>
              {formatTokenCount(movement.balance_after)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Cause({ movement: { cause, cause_words: words, task_id: taskId } }: { readonly movement: Movement }) {
  if (taskId === null) return <span>{translateServerText(cause, words)}</span>;
  return (
    <TextLink to="/create/runs/$taskId" params={{ taskId }}>
      {translateServerText(cause, words)}
    </TextLink>
  );
}
