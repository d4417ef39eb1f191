import Button from '@mui/material/Button';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import LessonDiff from '../diff/lesson-diff.tsx';
import { differs } from '../diff/lesson-parts.ts';

const lessonsOf = (course: Course): Lesson[] => course.modules.flatMap(({ lessons }) => lessons);

interface Pair {
  readonly earlier: Lesson | null;
  readonly live: Lesson | null;
}

/** Lessons that differ between an earlier version and the live one, in the live one's order, then those that were deleted. */
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
export function VersionCompare({ number, then, now, isBusy, onRestore }: VersionCompareProps) {
  const pairs = differingLessons(then, now);
  const language = languageAttributes(now.language);
  if (pairs.length === 0) return <p>{t('Version {n} reads the same as the live one.', { n: number })}</p>;
  return (
    <>
      <p>{t('{n, plural, one {# lesson differs} other {# lessons differ}} from now.', { n: pairs.length })}</p>
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
                      <VisuallyHidden> {shown.title}</VisuallyHidden>
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
