import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useInfiniteQuery } from '@tanstack/react-query';
import { networkError } from '#frontend/lib/api-error.ts';
import { ColumnHeads, DataTable } from '#frontend/ui/data-table.tsx';
import { EstimateBasis } from '#frontend/ui/estimate-basis.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { Figure } from '#frontend/ui/figure.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { PopularMark } from '#frontend/ui/popular-mark.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { TextBlock } from '#frontend/ui/text-block.tsx';
import { Row, Sample } from './sample.tsx';

const Table = styled(DataTable)({
  '& th, & td': { paddingBlock: 8, paddingInline: '0 12px', textAlign: 'start' },
  '& .figure': { textAlign: 'end', whiteSpace: 'nowrap' },
});

interface Page {
  readonly rows: readonly string[];
  readonly next: number | null;
}

const PAGES: Record<string, (page: number) => Promise<Page>> = {
  'Several pages': async (page) => ({ rows: [1, 2, 3].map((n) => `Discussion ${(page - 1) * 3 + n}`), next: page < 3 ? page + 1 : null }),
  'A second page that fails': async (page) => {
    if (page > 1) throw networkError();
    return { rows: ['The only one that was loaded'], next: 2 };
  },
  'No rows': async () => ({ rows: [], next: null }),
  'Not loaded': () => Promise.reject(networkError()),
  'Still loading': () => new Promise(() => undefined),
};

function Paged({ name }: { readonly name: string }) {
  const pages = useInfiniteQuery({
    queryKey: ['kit', name],
    queryFn: ({ pageParam }) => PAGES[name]!(pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <div>
      <Typography variant="h3">{name}</Typography>
      <PagedList
        pages={pages}
        rowsOf={({ rows }) => rows}
        failed="The discussions could not be loaded"
        loading="Loading the discussions"
        placeholders={2}
        empty={
          <EmptyState subject="messages" title="No discussions yet">
            Begin the first.
          </EmptyState>
        }
      >
        {(rows, list) => (
          <EntryList ref={list}>
            {rows.map((title) => (
              <Entry key={title} title={title} lines={['Carlos Creator']} />
            ))}
          </EntryList>
        )}
      </PagedList>
    </div>
  );
}

/** Figures in strips, lines and tables, and lists that load page by page. */
export function TableSamples() {
  const eta = { low_s: 180, high_s: 300, basis: 'Based on the last 40 courses.', overdue: false };
  return (
    <>
      <Sample title="Fact strip and figures in a line">
        <FactStrip
          facts={[
            { name: 'Courses', figure: '12' },
            { name: 'Expected', figure: '$ 4.20', note: 'from the last 40' },
            { name: 'At most', figure: '10,080' },
          ]}
        />
        <Row>
          <Typography>
            It is worth <Figure>1,284</Figure> points.
          </Typography>
          <PopularMark>MOST POPULAR</PopularMark>
          <Typography component="div">
            3 to 5 minutes left <EstimateBasis eta={eta} words="3 to 5 minutes left" />
          </Typography>
          <Chip size="small" label={<Figure>0</Figure>} />
        </Row>
      </Sample>
      <Sample title="Data table" aside="scrolls inside its frame where it is wider than the page">
        <Table label="Transactions">
          <ColumnHeads columns={['When', 'What']} figures={['Tokens', 'After it']} />
          <tbody>
            {[
              { when: '2026-03-01', what: 'A course of twelve lessons', change: '−420', after: '1,150' },
              { when: '2026-02-28', what: 'Bought', change: '+1,000', after: '1,570' },
            ].map(({ when, what, change, after }) => (
              <tr key={when}>
                <td>{when}</td>
                <td>{what}</td>
                <td className="figure">{change}</td>
                <td className="figure">{after}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Sample>
      <Sample title="Text blocks" aside="technical; in a person’s words, right to left">
        <TextBlock label="An answer of a service" value={`{ "status": 429,\n  "retry_after": 12 }\n`.repeat(12)} />
        <TextBlock isProse label="A lesson in Arabic" value="يأتي المدّ الأعلى بعد يوم أو يومين من اكتمال القمر." />
      </Sample>
      <Sample title="Lists that load page by page">
        {Object.keys(PAGES).map((name) => (
          <Card key={name} component="div" sx={{ padding: 2 }}>
            <Paged name={name} />
          </Card>
        ))}
      </Sample>
    </>
  );
}
