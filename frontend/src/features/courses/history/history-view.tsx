import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { courseVersions, oneVersion, useRestore, type CourseOf } from '../version-queries.ts';
import { VersionCompare } from './version-compare.tsx';
import { VersionList } from './version-list.tsx';

interface HistoryViewProps {
  readonly of: CourseOf;
  readonly course: Course;
  /** The version in the URL, compared with the live one. */
  readonly chosen: number | null;
  /** Closes the comparison. */
  readonly onClose: () => void;
}

/** The last versions of a course, each restorable. A restore is itself a version, so it can be undone. */
export function HistoryView({ of, course, chosen, onClose }: HistoryViewProps) {
  const versions = useQuery(courseVersions(of));
  const then = useQuery({ ...oneVersion(of, chosen ?? 0), enabled: chosen !== null });
  const restore = useRestore(of);
  const [done, setDone] = useState<{ text: string; undo: (() => void) | null } | null>(null);
  const language = languageAttributes(course.language);
  // The pressed button disappears: the focus moves to the result.
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (done) outcome.current?.focus();
  }, [done]);

  const bringBack = (number: number, lesson?: { lessonId: string; title: string }) => {
    const before = course.version;
    restore.mutate(
      { number, ...(lesson && { lessonId: lesson.lessonId }) },
      {
        onSuccess: ({ version }) => {
          const undo = () =>
            restore.mutate(
              { number: before },
              {
                onSuccess: (again) =>
                  setDone({
                    text: t('Undone: the course reads as in version {n} again, as version {now}.', { n: before, now: again.version }),
                    undo: null,
                  }),
              },
            );
          const text = lesson
            ? t('“{title}” is back as it was in version {n}. The course is version {now} now.', {
                title: lesson.title,
                n: number,
                now: version,
              })
            : t('Version {n} is back, as version {now}.', { n: number, now: version });
          setDone({ text, undo: version === before ? null : undo });
          onClose();
        },
      },
    );
  };

  return (
    <>
      <div role="status">
        {done && (
          <Alert
            ref={outcome}
            tabIndex={-1}
            severity="success"
            role="group"
            sx={{ marginBlockEnd: 2 }}
            action={
              done.undo && (
                <Button color="inherit" aria-busy={restore.isPending} onClick={() => restore.isPending || done.undo?.()}>
                  {t('Undo')}
                </Button>
              )
            }
          >
            {done.text}
          </Alert>
        )}
      </div>
      {versions.error && (
        <ErrorState title={t('The history could not be loaded')} error={versions.error} onRetry={() => void versions.refetch()} />
      )}
      {versions.isPending && <LoadingState label={t('Loading the history')} rows={5} />}
      {versions.data && <VersionList courseId={of.courseId} versions={versions.data} language={language} chosen={chosen} />}
      {chosen !== null && (
        <RuledSection title={t('Version {n} and now', { n: chosen })}>
          {then.error && (
            <ErrorState title={t('This version could not be loaded')} error={then.error} onRetry={() => void then.refetch()} />
          )}
          {then.isPending && <LoadingState label={t('Loading the version')} rows={5} />}
          {then.data && (
            <VersionCompare
              number={chosen}
              then={then.data}
              now={course}
              isBusy={restore.isPending}
              onRestore={(lesson) => bringBack(chosen, lesson)}
            />
          )}
        </RuledSection>
      )}
    </>
  );
}
