import { useState } from 'react';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { Fold } from '#frontend/ui/fold.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { PageButtons } from '#frontend/ui/list/page-buttons.tsx';
import { RowTable, type Column } from '#frontend/ui/list/row-table.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { Sample } from './sample.tsx';

interface Sale {
  readonly id: string;
  readonly course: string;
  readonly language?: { readonly lang: string; readonly dir: 'rtl' };
  readonly students: number;
  readonly points: string;
}

const SALES: readonly Sale[] = [
  { id: 'a', course: 'Reading the night sky', students: 36, points: '288' },
  {
    id: 'b',
    course: 'Statistics for everyday decisions, from a bar chart to a decision that one can defend',
    students: 1204,
    points: '9,632',
  },
  { id: 'c', course: 'الخبز في البيت من الدقيق إلى الرغيف', language: { lang: 'ar', dir: 'rtl' }, students: 0, points: '0' },
];

const COLUMNS: readonly Column<Sale>[] = [
  { name: 'Chosen', isAct: true, renderCell: ({ course }) => <Checkbox slotProps={{ input: { 'aria-label': `Choose ${course}` } }} /> },
  { name: 'Course', renderCell: ({ course, language }) => <span {...language}>{course}</span> },
  { name: 'Students', isFigure: true, renderCell: ({ students }) => students.toLocaleString('en') },
  { name: 'Points', isFigure: true, renderCell: ({ points }) => points },
  {
    name: 'Actions',
    isAct: true,
    renderCell: ({ course }) => (
      <Button size="small" color="inherit" aria-label={`Change ${course}`}>
        Change
      </Button>
    ),
  },
];

/** Parts of a screen on cards, tables, pages and folds. */
export function ListSamples() {
  const [page, setPage] = useState(1);
  return (
    <>
      <Sample title="Section cards" aside="with all its parts, flush, loading, empty, the heading alone">
        <SectionCard
          title="Your week"
          line="The minutes you have read, from Monday on."
          aside={<TextLink to="/kit">View all 4</TextLink>}
          actions={<Button variant="outlined">Show as table</Button>}
        >
          <Typography>3 h 24 min, and 2 lessons completed.</Typography>
        </SectionCard>
        <SectionCard title="Courses" isFlush>
          <List disablePadding>
            <ListItem>
              <ListItemText primary="Reading the night sky" secondary="8 lessons" />
            </ListItem>
            <ListItem>
              <ListItemText primary={<span lang="ar">الخبز في البيت</span>} secondary="12 lessons" />
            </ListItem>
          </List>
        </SectionCard>
        <SectionCard title="Goals">
          <LoadingState label="Loading the goals" rows={2} />
        </SectionCard>
        <SectionCard title="Certificates">
          <EmptyState subject="certificates" title="No certificate yet">
            Finish a course and pass its test.
          </EmptyState>
        </SectionCard>
        <SectionCard title="A heading that is long enough to stand on two lines of a phone, with a figure at its end" aside="42" />
      </Sample>
      <Sample title="Row table" aside="on a phone its rows are stacked">
        <RowTable
          label="Sales of the sample"
          columns={COLUMNS}
          rows={SALES}
          keyOf={({ id }) => id}
          sums={['', 'All courses', '1,240', '9,920', '']}
        />
        <SectionCard title="On a card that is there already" isFlush>
          <RowTable
            isInner
            label="Sales of one course"
            columns={COLUMNS.filter(({ isAct }) => !isAct)}
            rows={SALES.slice(0, 1)}
            keyOf={({ id }) => id}
          />
        </SectionCard>
        <RowTable label="No sales" columns={COLUMNS.filter(({ isAct }) => !isAct)} rows={[]} keyOf={({ id }) => id} />
      </Sample>
      <Sample title="Page buttons" aside="first, middle and last page; nothing for one page">
        <Card component="div">
          <PageButtons page={page} pages={3} onPage={setPage} />
        </Card>
        <PageButtons page={1} pages={1} onPage={setPage} />
      </Sample>
      <Sample title="Folds" aside="several are one card; the line gives way to the title">
        <div>
          <Fold title="Learner">For whom it is written.</Fold>
          <Fold title="Style" line="default">
            Plain words, many examples.
          </Fold>
          <Fold title="A title of many words that needs the whole width" line="and a line of as many words that is cut off at its end">
            Inside.
          </Fold>
          <Fold title="للمتعلّم" line="افتراضي">
            <span lang="ar">لمن يُكتب.</span>
          </Fold>
        </div>
      </Sample>
    </>
  );
}
