import { styled } from '@mui/material/styles';
import { formatNumber } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads, DataTable } from '#frontend/ui/data-table.tsx';
import { attemptOutcome, attemptStage, formatCost, type RunUsage } from './usage-words.ts';

const Fold = styled('details')({ marginBlockStart: 16 });
const Head = styled('summary')(({ theme }) => ({ ...theme.typography.body2, width: 'fit-content', paddingBlock: 10, cursor: 'pointer' }));
const Lesson = styled('section')({ marginBlockEnd: 20, '& > p': { margin: '0 0 4px' } });
const Table = styled(DataTable)({
  '& th, & td': { padding: '6px 8px', textAlign: 'start', whiteSpace: 'nowrap' },
  '& :is(th, td):is(:nth-of-type(n + 5):nth-of-type(-n + 7))': { textAlign: 'end' },
});

/** Every call for every lesson: stage, service, usage and outcome. Collapsed. */
export function UsageAttempts({ lessons }: { readonly lessons: RunUsage['by_lesson'] }) {
  if (lessons.length === 0) return null;
  return (
    <Fold>
      <Head>{t('Every attempt, lesson by lesson')}</Head>
      {lessons.map((lesson) => (
        <Lesson key={lesson.lesson_id}>
          <p>
            <bdi>{lesson.title}</bdi>
          </p>
          <AttemptTable lesson={lesson} />
        </Lesson>
      ))}
    </Fold>
  );
}

function AttemptTable({ lesson }: { readonly lesson: RunUsage['by_lesson'][number] }) {
  const columns = [t('Stage'), t('Attempt'), t('Service'), t('Model'), t('Tokens in'), t('Tokens out'), t('Cost'), t('Outcome')];
  const tokens = (count: number | null) => (count === null ? t('unknown') : formatNumber(count));
  return (
    <Table label={lesson.title}>
      <ColumnHeads columns={columns} />
      <tbody>
        {lesson.attempt_list.map((attempt) => (
          <tr key={`${attempt.stage} ${attempt.attempt}`}>
            <td>{attemptStage(attempt.stage)}</td>
            <td>{formatNumber(attempt.attempt)}</td>
            <td>{SERVICE_NAMES[attempt.service]}</td>
            <td>{attempt.model}</td>
            <td>{tokens(attempt.input_tokens)}</td>
            <td>{tokens(attempt.output_tokens)}</td>
            <td>{formatCost(attempt.cost_micro_usd)}</td>
            <td>{attemptOutcome(attempt.outcome)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
