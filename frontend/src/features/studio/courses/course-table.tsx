import { lazy, type Ref } from 'react';
import { styled } from '@mui/material/styles';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { formatDollars, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { DataTable } from '#frontend/ui/data-table.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { marginLine } from '#frontend/ui/margin-row.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { completionWord, ratingWord, statusWord } from './course-words.ts';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import type { CourseMenuActions } from './course-menu-list.tsx';

const CourseMenuList = lazy(() => import('./course-menu-list.tsx'));

interface CourseMenuProps {
  readonly title: string;
  readonly ways: CourseMenuActions;
}

/** Opens what else can be done with a course of the list (CRE-10, G54); it arrives when it is first opened. */
function CourseMenu({ title, ways }: CourseMenuProps) {
  return (
    <OptionsButton title={title}>{(anchor, onClose) => <CourseMenuList anchor={anchor} ways={ways} onClose={onClose} />}</OptionsButton>
  );
}

// The margin rule of a row is at its name: solid when published, grey for a draft; the word is beside it.
const Table = styled(DataTable)(({ theme }) => ({
  '& th, & td': { paddingBlock: 6, paddingInline: '0 20px', textAlign: 'start' },
  '& thead th': { fontWeight: 600, whiteSpace: 'nowrap' },
  '& .figure': { textAlign: 'end', whiteSpace: 'nowrap' },
  '& .acts': { paddingInlineEnd: 0, width: '1%', whiteSpace: 'nowrap', textAlign: 'end' },
  '& tbody .name': { ...marginLine(theme), minWidth: '12rem', paddingInlineStart: 15, fontWeight: 600, overflowWrap: 'anywhere' },
  // On a phone a course shows its name, its figures with labels, and its actions.
  [theme.breakpoints.down('md')]: {
    '& thead': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody tr': {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gap: '4px 16px',
      paddingBlock: 12,
      paddingInlineStart: 15,
      borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
    },
    '& th, & td': { padding: 0, border: 0 },
    '& tbody .name': { position: 'static', gridColumn: '1 / -1', padding: 0 },
    '& .status, & .acts': { gridColumn: '1 / -1' },
    '& .acts': { width: 'auto', textAlign: 'start', marginInlineStart: -8 },
    '& .figure': { textAlign: 'start', whiteSpace: 'normal' },
    '& .figure::before': { content: 'attr(data-label)', display: 'block', color: theme.vars.palette.text.secondary },
  },
}));
const Actions = styled('div')({ display: 'inline-flex', alignItems: 'center', gap: 4, '& > a': { minWidth: 0, paddingInline: 8 } });

interface CourseTableProps {
  readonly courses: readonly CreatorCourse[];
  /** Receives the element that contains the rows. */
  readonly rows: Ref<HTMLTableSectionElement>;
  readonly onWrite: (course: CreatorCourse) => void;
  readonly onDuplicate: (course: CreatorCourse) => void;
  readonly onDelete: (course: CreatorCourse) => void;
}

/** Each course with its status, figures and links (CRE-10). */
export function CourseTable({ courses, rows, onWrite, onDuplicate, onDelete }: CourseTableProps) {
  const names = { students: t('Students'), revenue: t('Revenue'), rating: t('Rating'), completion: t('Completion') };
  return (
    <Table label={t('Your courses')}>
      <thead>
        <tr>
          <th scope="col">{t('Title')}</th>
          <th scope="col">{t('Status')}</th>
          {Object.entries(names).map(([key, name]) => (
            <th key={key} scope="col" className="figure">
              {name}
            </th>
          ))}
          <th scope="col">
            <VisuallyHidden>{t('Options')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody ref={rows}>
        {courses.map((course) => (
          <tr key={course.id}>
            <th scope="row" className="name" data-state={course.status === 'published' ? 'done' : 'waiting'}>
              <span dir="auto">{course.title}</span>
            </th>
            <td className="status">{statusWord(course.status)}</td>
            <td className="figure" data-label={names.students}>
              {formatNumber(course.students)}
            </td>
            <td className="figure" data-label={names.revenue}>
              {formatDollars(course.revenue)}
            </td>
            <td className="figure" data-label={names.rating}>
              {ratingWord(course)}
            </td>
            <td className="figure" data-label={names.completion}>
              {completionWord(course)}
            </td>
            <td className="acts">
              <Actions>
                <LinkButton to="/studio/courses/$courseId/edit" params={{ courseId: course.id }} size="small">
                  {t('Edit')}
                  <VisuallyHidden> {course.title}</VisuallyHidden>
                </LinkButton>
                <LinkButton to="/studio/courses/$courseId" params={{ courseId: course.id }} size="small">
                  {t('View')}
                  <VisuallyHidden> {course.title}</VisuallyHidden>
                </LinkButton>
                <CourseMenu
                  title={course.title}
                  ways={{
                    courseId: course.id,
                    onWrite: () => onWrite(course),
                    onDuplicate: () => onDuplicate(course),
                    onDelete: () => onDelete(course),
                  }}
                />
              </Actions>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
