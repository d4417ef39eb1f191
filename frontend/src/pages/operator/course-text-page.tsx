import { lazy, Suspense, useState } from 'react';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readConsoleCourse } from '#contract/operator/console.contract.ts';
import { RunsLink } from '#frontend/features/operator/overview/runs-link.tsx';
import { call } from '#frontend/lib/api-client.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formatNumber, formatStamp } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { FrameColumns, SideColumn } from '#frontend/ui/frames/frame-box.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import type { OperatorSectionProps } from './operator-sections.tsx';

const LessonMarkdown = lazy(() =>
  import('#frontend/ui/markdown/lesson-markdown.tsx').then((module) => ({ default: module.LessonMarkdown })),
);

const consoleCourse = (courseId: string) =>
  queryOptions({
    queryKey: ['operator', 'course', courseId],
    queryFn: ({ signal }) => call(readConsoleCourse, { params: { course_id: courseId }, signal }),
  });

/** The live text of any course, for operators who follow up a complaint or a failure; shows nothing about its owner's learning. */
export function CourseTextPage({ id }: OperatorSectionProps) {
  const { data: course, error, refetch } = useQuery({ ...consoleCourse(id ?? ''), enabled: id !== null });
  const [chosen, choose] = useState<string | null>(null);
  const lessons = course?.modules.flatMap((module) => module.lessons) ?? [];
  const lesson = lessons.find(({ lesson_id: lessonId }) => lessonId === chosen) ?? lessons[0];
  const language = languageAttributes(course?.language);
  if (!course) {
    return (
      <ConsoleFrame title={t('Course')}>
        {id === null ? (
          <EmptyState subject="missing" title={t('Page not found')} />
        ) : error ? (
          <ErrorState title={t('The course could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the course')} rows={8} />
        )}
      </ConsoleFrame>
    );
  }
  const { owner } = course;
  return (
    <ConsoleFrame
      title={course.title}
      language={language}
      subtitle={
        <>
          <RunsLink filter={{ person: owner.user_id }}>{owner.name || owner.email}</RunsLink>
          {` · ${t('version {n}', { n: formatNumber(course.version) })} · ${formatStamp(course.created_at)} · `}
          <RunsLink filter={{ course_id: course.course_id }}>{t('Its runs')}</RunsLink>
        </>
      }
    >
      <FrameColumns data-columns="contents main">
        <SideColumn as="nav" aria-label={t('Lessons')}>
          <Card component="div">
            {course.modules.map((module, place) => (
              <List
                key={place}
                dense
                {...language}
                subheader={
                  <ListSubheader component="div" disableSticky>
                    {formulaWords(module.title, language.dir)}
                  </ListSubheader>
                }
              >
                {module.lessons.map(({ lesson_id: lessonId, title }) => (
                  <ListItem key={lessonId} disablePadding>
                    <ListItemButton
                      selected={lessonId === lesson?.lesson_id}
                      aria-current={lessonId === lesson?.lesson_id ? 'true' : undefined}
                      onClick={() => choose(lessonId)}
                    >
                      <ListItemText primary={formulaWords(title, language.dir)} />
                    </ListItemButton>
                  </ListItem>
                ))}
              </List>
            ))}
          </Card>
        </SideColumn>
        <Card component="article" sx={{ padding: { xs: 2, md: 3 } }}>
          {lesson ? (
            <>
              <Typography variant="h2" {...language} sx={{ marginBlockEnd: 2 }}>
                {formulaWords(lesson.title, language.dir)}
              </Typography>
              <Suspense fallback={<LoadingState label={t('Loading the course')} rows={8} />}>
                <LessonMarkdown {...language}>{lesson.content}</LessonMarkdown>
              </Suspense>
            </>
          ) : (
            <EmptyState subject="courses" title={t('No lessons yet')} />
          )}
        </Card>
      </FrameColumns>
    </ConsoleFrame>
  );
}
