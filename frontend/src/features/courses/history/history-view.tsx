import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { languageAttributes, type TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formatWhen, formatList } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import LessonDiff from '../diff/lesson-diff.tsx';
import { differs } from '../diff/lesson-parts.ts';
import { courseVersions, oneVersion, useRestore, type CourseOf, type Version } from '../version-queries.ts';

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
            ? t('“{title}” is restored to version {n}. The course is now version {now}.', {
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

interface VersionListProps {
  readonly courseId: string;
  readonly versions: readonly Version[];
  readonly language: TextLanguage;
  /** The compared version. */
  readonly chosen: number | null;
}

/** The versions of a course, newest first; each except the live one links to its comparison with the live one. */
function VersionList({ courseId, versions, language, chosen }: VersionListProps) {
  return (
    <EntryList>
      {versions.map((version) => {
        const changed = changedText(version);
        const isChosen = version.number === chosen;
        return (
          <Entry
            key={version.number}
            mark={version.current || isChosen ? 'new' : undefined}
            title={t('Version {n}', { n: version.number })}
            lines={[
              `${originText(version)} · ${formatWhen(version.created_at)}`,
              ...(changed === ''
                ? []
                : [
                    <span key="changed" {...language}>
                      <FormulaText text={changed} dir={language.dir} />
                    </span>,
                  ]),
            ]}
            actions={
              version.current ? (
                <Chip color="primary" label={t('Live now')} />
              ) : (
                <TextLink
                  to="/courses/$courseId/history"
                  params={{ courseId }}
                  search={{ version: version.number }}
                  aria-current={isChosen ? 'true' : undefined}
                >
                  {t('Compare with the current version')}
                  <VisuallyHidden> {t('(version {n})', { n: version.number })}</VisuallyHidden>
                </TextLink>
              )
            }
          />
        );
      })}
    </EntryList>
  );
}

/** The origin of a version, in words, including the reason of an operators' batch. */
function originText({ kind, operator_reason: reason }: Pick<Version, 'kind' | 'operator_reason'>): string {
  if (reason !== null) {
    if (kind === 'restored') return t('Undone by an operator: {reason}', { reason });
    return kind === 'completed'
      ? t('Practice added by an operator: {reason}', { reason })
      : t('Rewritten by an operator: {reason}', { reason });
  }
  return {
    generated: t('Written for a request'),
    regenerated: t('New text accepted'),
    edited: t('Edited manually'),
    restored: t('Earlier version restored'),
    completed: t('Missing parts added'),
    corrected: t('Passages mended by an editor'),
    enrolled: t('Taken from the marketplace'),
    updated: t('New version from its creator'),
  }[kind];
}

/** Which lessons differ from the previous version, at most three by name. */
function changedText({ kind, changed_lessons: changed }: Version): string {
  if (kind === 'generated') return '';
  const named = changed.slice(0, 3).map(({ title }) => title);
  const more = changed.length - named.length;
  return formatList([...named, ...(more > 0 ? [t('{n} more', { n: more })] : [])]);
}

const lessonsOf = (course: Course): Lesson[] => course.modules.flatMap(({ lessons }) => lessons);

interface Pair {
  readonly earlier: Lesson | null;
  readonly live: Lesson | null;
}

/** Lessons that differ between an earlier version and the live one, in the order of the live one; deleted lessons follow. */
function differingLessons(then: Course, now: Course): Pair[] {
  const [before, after] = [lessonsOf(then), lessonsOf(now)];
  const byId = new Map(before.map((lesson) => [lesson.lesson_id, lesson]));
  const ids = new Set(after.map(({ lesson_id }) => lesson_id));
  return [
    ...after.map((lesson) => ({ earlier: byId.get(lesson.lesson_id) ?? null, live: lesson })),
    ...before.filter(({ lesson_id }) => !ids.has(lesson_id)).map((lesson) => ({ earlier: lesson, live: null })),
  ].filter((pair) => differs(pair.earlier, pair.live));
}

interface VersionCompareProps {
  readonly number: number;
  readonly then: Course;
  readonly now: Course;
  readonly isBusy: boolean;
  /** Restores the whole version, or one of its lessons. */
  readonly onRestore: (lesson?: { readonly lessonId: string; readonly title: string }) => void;
}

/** An earlier version beside the live one, restorable as a whole or lesson by lesson. */
function VersionCompare({ number, then, now, isBusy, onRestore }: VersionCompareProps) {
  const pairs = differingLessons(then, now);
  const language = languageAttributes(now.language);
  if (pairs.length === 0) return <p>{t('Version {n} reads the same as the live one.', { n: number })}</p>;
  return (
    <>
      <p>{t('{n, plural, one {# lesson differs} other {# lessons differ}} from the current version.', { n: pairs.length })}</p>
      {pairs.map(({ earlier, live }) => {
        const shown = (live ?? earlier)!;
        return (
          <RuledSection
            key={shown.lesson_id}
            isInner
            title={
              <bdi>
                <FormulaText text={shown.title} dir={language.dir} />
              </bdi>
            }
            aside={earlier === null ? t('not in version {n}', { n: number }) : live === null ? t('not in the course now') : undefined}
          >
            {earlier && (
              <>
                {pairs.length > 1 && (
                  <ActionRow>
                    <Button
                      variant="outlined"
                      color="inherit"
                      aria-busy={isBusy}
                      onClick={() => isBusy || onRestore({ lessonId: earlier.lesson_id, title: shown.title })}
                    >
                      {t('Restore only this lesson')}
                      <VisuallyHidden> {formulaWords(shown.title, undefined)}</VisuallyHidden>
                    </Button>
                  </ActionRow>
                )}
                <LessonDiff
                  before={earlier}
                  after={live}
                  labels={[t('Version {n}', { n: number }), t('Now')]}
                  added={t('Added since version {n}', { n: number })}
                  language={language}
                  heading="h4"
                />
              </>
            )}
          </RuledSection>
        );
      })}
      <ActionRow>
        <Button variant="outlined" aria-busy={isBusy} onClick={() => isBusy || onRestore()}>
          {t('Restore version {n}', { n: number })}
        </Button>
      </ActionRow>
    </>
  );
}
