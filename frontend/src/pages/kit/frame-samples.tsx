import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { CourseCard } from '#frontend/ui/cards/course-card.tsx';
import { Sparkline } from '#frontend/ui/cards/sparkline.tsx';
import { FigureCard, StatSheet } from '#frontend/ui/cards/stat-sheet.tsx';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';
import { FrameColumns, SideColumn } from '#frontend/ui/frames/frame-box.tsx';
import { PreviewColumns } from '#frontend/ui/frames/preview-columns.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { Stars } from './sample.tsx';

const SHELF = ['Reading the night sky', 'Bread at home', 'How tides work', 'SQL from the first query', 'Keeping bees', 'The cell'];
const QUEUES = [
  { kind: 'Course texts', active: 48, waiting: 212, trend: [3, 8, 5, 9, 12, 7] },
  { kind: 'Pictures', active: 12, waiting: 40, trend: [2, 2, 5, 3, 6, 9] },
  { kind: 'Clips', active: 0, waiting: 31, trend: [9, 6, 5, 3, 2, 1] },
];

// A screen has one frame with its heading; here only the inside of the other three is shown, in their widths.

/** A shelf: tabs and cards. */
export function ShelfSample() {
  return (
    <Box component="section" aria-label="Inside a shelf frame">
      <SectionHeading>Inside a shelf frame</SectionHeading>
      <FrameTabs
        label="My Courses, as tabs"
        current="/kit"
        tabs={[
          { to: '/kit', caption: 'Courses' },
          { to: '/review', caption: 'Review', mark: '7 due' },
          { to: '/notes', caption: 'Notes' },
          { to: '/videos', caption: 'Videos' },
        ]}
      />
      <ShelfGrid sx={{ marginBlockStart: 3 }}>
        {SHELF.map((title) => (
          <li key={title}>
            <CourseCard course={{ title }} to="/kit" line="8 lessons" facts={['1 h 30', <Stars key="stars" rating="4.7" />]} />
          </li>
        ))}
      </ShelfGrid>
    </Box>
  );
}

/** A desk with its preview. */
export function PreviewSample() {
  return (
    <Box component="section" aria-label="Inside a desk with a preview" sx={{ marginBlockStart: 6 }}>
      <SectionHeading>Inside a desk with a preview</SectionHeading>
      <PreviewColumns preview={<CourseCard course={{ title: SHELF[0]! }} line="8 lessons" />}>
        <Card>
          <CardContent>The title, the price and all the rest of it.</CardContent>
        </Card>
      </PreviewColumns>
    </Box>
  );
}

/** A page: contents, text and companion. */
export function PageSample() {
  return (
    <Box component="section" aria-label="Inside a page frame">
      <SectionHeading>Inside a page frame</SectionHeading>
      <FrameColumns data-columns="contents main companion">
        <SideColumn as="nav" aria-label="Contents of the sample">
          <List component="div" disablePadding>
            <ListItemButton>
              <ListItemText primary="What an average hides" secondary="Done" />
            </ListItemButton>
            <ListItemButton selected>
              <ListItemText primary="When a test is positive" />
            </ListItemButton>
          </List>
        </SideColumn>
        <Typography>
          A disease is found in 1 of 100 people. A test recognises 90 % of those who have it, and gives a false alarm for 9 % of those who
          do not. Your test is positive. How likely do you have the disease?
        </Typography>
        <SideColumn as="aside" aria-label="Companion of the sample">
          <Card>
            <CardContent>Your notes and the mentor stand here.</CardContent>
          </Card>
        </SideColumn>
      </FrameColumns>
    </Box>
  );
}

/** A console: figures and dense rows. */
export function ConsoleSample() {
  return (
    <Box component="section" aria-label="Inside a console frame" data-density="dense" sx={{ marginBlockStart: 6 }}>
      <SectionHeading>Inside a console frame</SectionHeading>
      <StatSheet>
        <FigureCard name="Steps a minute" figure="1,284" trend={[4, 9, 6, 12, 10, 15]} />
        <FigureCard name="Waiting" figure="312" trend={[9, 8, 8, 7, 6, 8]} />
        <FigureCard name="Failed in 24 h" figure="0.4 %" tone="accent" trend={[1, 2, 1, 5, 2, 1]} />
      </StatSheet>
      <Card>
        <TableContainer role="region" tabIndex={0} aria-label="Queues" data-table>
          <Table>
            <TableHead>
              <TableRow>
                <TableCell>Kind of work</TableCell>
                <TableCell sx={{ width: 180 }}>Last hour</TableCell>
                <TableCell align="right">Active</TableCell>
                <TableCell align="right">Waiting</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {QUEUES.map(({ kind, active, waiting, trend }) => (
                <TableRow key={kind} hover>
                  <TableCell component="th" scope="row">
                    {kind}
                  </TableCell>
                  <TableCell>
                    <Sparkline values={trend} />
                  </TableCell>
                  <TableCell align="right">{active}</TableCell>
                  <TableCell align="right">{waiting}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      </Card>
    </Box>
  );
}
