import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDate, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useSettled } from '#frontend/lib/use-settled.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { NewClassDialog } from './class-form.tsx';
import { ownClasses } from './class-queries.ts';
import { DueCalendar } from './due-calendar.tsx';
import { OwnAssignments } from './own-assignments.tsx';

interface ClassesViewProps {
  readonly userId: string;
  /** Whether the user decides what classes may spend. */
  readonly mayLimit: boolean;
  readonly onOpen: (classId: string) => void;
  readonly onStarted: (courseId: string) => void;
}

/** The term of a class; empty without one. */
export const termWords = ({
  starts_on: from,
  ends_on: until,
}: {
  readonly starts_on: string | null;
  readonly ends_on: string | null;
}): string => {
  if (from && until) return t('{from} to {until}', { from: formatDate(from), until: formatDate(until) });
  return from ? t('From {date}', { date: formatDate(from) }) : until ? t('Until {date}', { date: formatDate(until) }) : '';
};

const roleWord = { administrator: () => t('You administer it'), teacher: () => t('You teach it'), student: () => t('You learn in it') };

/** The classes of the user, and what is assigned to them in these. */
export function ClassesView({ userId, mayLimit, onOpen, onStarted }: ClassesViewProps) {
  const [q, setQ] = useState('');
  const [isArchived, setArchived] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const pages = useInfiniteQuery(ownClasses(userId, { q: useSettled(q, 200), isArchived }));
  const mayCreate = pages.data?.pages[0]?.may_create ?? false;
  const classes = pages.data?.pages.flatMap((page) => page.classes) ?? [];
  const learns = classes.some(({ my_role: role }) => role === 'student');
  const isLong = q !== '' || isArchived || classes.length > 5;
  // also with a single class, which may be the one that has ended
  const mayResume = mayCreate || isArchived || classes.some(({ my_role: role }) => role !== 'student');
  return (
    <>
      {learns && !isArchived && (
        <RuledSection title={t('Assigned to you')}>
          <OwnAssignments
            userId={userId}
            isOpen
            onStarted={onStarted}
            empty={<p>{t('All done: you have completed everything assigned to you.')}</p>}
          />
        </RuledSection>
      )}
      <RuledSection
        title={t('Your classes')}
        aside={
          mayCreate && (
            <Button variant="contained" onClick={() => setMaking(true)}>
              {t('New class')}
            </Button>
          )
        }
      >
        <Stack sx={{ gap: 2, paddingBlockStart: 2 }}>
          {mayResume && (
            <ActionRow>
              {isLong && <SearchField label={t('Search by name')} value={q} onChange={({ target }) => setQ(target.value)} />}
              <SwitchField label={t('Ended ones')} checked={isArchived} onChange={({ target }) => setArchived(target.checked)} />
            </ActionRow>
          )}
          <PagedList
            pages={pages}
            rowsOf={(page) => page.classes}
            failed={t('Your classes could not be loaded')}
            loading={t('Loading your classes')}
            placeholders={4}
            empty={
              q !== '' || isArchived ? (
                <p>{t('There is no such class.')}</p>
              ) : (
                <EmptyState subject="people" title={t('No classes yet')}>
                  {mayCreate
                    ? t('A class shares the same courses and due dates, and you see each student’s progress.')
                    : t('Once your organisation adds you to a class, its assignments appear here.')}
                </EmptyState>
              )
            }
          >
            {(rows, list) => (
              <RowTable
                label={t('Your classes')}
                rows={rows}
                keyOf={({ class_id }) => class_id}
                list={list}
                columns={[
                  {
                    name: t('Class'),
                    renderCell: ({ class_id: classId, name }) => (
                      <TextLink to="/classes/$classId" params={{ classId }}>
                        <bdi>{name}</bdi>
                      </TextLink>
                    ),
                  },
                  { name: t('Your part'), renderCell: ({ my_role: role }) => roleWord[role]() },
                  { name: t('Teachers'), renderCell: ({ teachers }) => <bdi>{teachers.join(', ')}</bdi> },
                  { name: t('Term'), renderCell: (row) => termWords(row) },
                  { name: t('Students'), isFigure: true, renderCell: ({ students }) => formatNumber(students) },
                  { name: t('Assignments'), isFigure: true, renderCell: ({ assignments }) => formatNumber(assignments) },
                ]}
              />
            )}
          </PagedList>
        </Stack>
      </RuledSection>
      {learns && !isArchived && <DueCalendar userId={userId} />}
      {isMaking && <NewClassDialog userId={userId} mayLimit={mayLimit} onMade={onOpen} onClose={() => setMaking(false)} />}
    </>
  );
}
