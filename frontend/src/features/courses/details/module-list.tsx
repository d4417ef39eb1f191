import { lessonsText } from '#frontend/lib/courses/course-words.ts';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { createLink } from '@tanstack/react-router';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { CheckCircleIcon, RadioButtonUncheckedIcon } from '#frontend/ui/feature-icons.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { LEARN, learnParams, type Place } from '#frontend/features/courses/lesson/lesson-path.ts';

const Item = createLink(ListItemButton);
const STRONG = { primary: { variant: 'subtitle2' } } as const;

/** The number of lessons in a module, and how many are completed. */
export function moduleNote(lessons: readonly Lesson[]): string {
  const done = lessons.filter(({ completed }) => completed).length;
  if (done === 0) return lessonsText(lessons.length);
  return done === lessons.length ? t('Completed') : t('{done} of {n} completed', { done, n: lessons.length });
}

interface ModuleListProps {
  readonly course: Course;
  readonly place: Place;
}

/**
 * The contents of a course with the current position: its modules, and for the selected one its lessons, glossary and map. Selecting a
 * module opens its first lesson (LRN-04).
 */
export function ModuleList({ course, place }: ModuleListProps) {
  const language = languageAttributes(course.language);
  const titled = (title: string) => (
    <span {...language}>
      <FormulaText text={title} dir={language.dir} />
    </span>
  );
  const to = (module: number, lesson: number) => ({ to: LEARN, params: learnParams(course.course_id, { module, lesson }) });
  return (
    <div>
      <List component="ol" disablePadding>
        {course.modules.map(({ title, lessons }, module) => {
          const isSelected = module === place.module;
          return (
            <li key={module}>
              <Item {...to(module, 0)} dense sx={{ alignItems: 'baseline', gap: 1.5 }}>
                <Typography component="span" color="textSecondary">
                  {module + 1}
                </Typography>
                <ListItemText primary={titled(title)} secondary={isSelected ? undefined : moduleNote(lessons)} slotProps={STRONG} />
              </Item>
              {isSelected && (
                <List component="ol" disablePadding sx={{ paddingInlineStart: 1, marginBlockEnd: 1 }}>
                  {lessons.map((lesson, index) => {
                    const isHere = index === place.lesson;
                    return (
                      <li key={lesson.lesson_id}>
                        <Item {...to(module, index)} dense selected={isHere} aria-current={isHere ? 'page' : undefined}>
                          <ListItemIcon sx={{ minWidth: 28 }}>
                            {lesson.completed ? (
                              <CheckCircleIcon fontSize="small" color="primary" aria-hidden />
                            ) : (
                              <RadioButtonUncheckedIcon fontSize="small" color={isHere ? 'primary' : 'action'} aria-hidden />
                            )}
                          </ListItemIcon>
                          <ListItemText primary={titled(lesson.title)} secondary={lesson.completed ? t('Completed') : undefined} />
                        </Item>
                      </li>
                    );
                  })}
                </List>
              )}
            </li>
          );
        })}
      </List>
      <Typography variant="body2" sx={{ paddingInline: 2, marginBlockStart: 1.5 }}>
        <MetaLine
          facts={[
            <TextLink key="glossary" to="/courses/$courseId/glossary" params={{ courseId: course.course_id }}>
              {t('Glossary')}
            </TextLink>,
            <TextLink key="map" to="/courses/$courseId/concept-map" params={{ courseId: course.course_id }}>
              {t('Concept map')}
            </TextLink>,
          ]}
        />
      </Typography>
    </div>
  );
}
