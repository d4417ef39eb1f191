import { lessonsText } from '#frontend/lib/courses/course-words.ts';
import { styled } from '@mui/material/styles';
import { createLink } from '@tanstack/react-router';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { FONTS } from '#frontend/theme/tokens.ts';
import type { Place } from '#frontend/features/courses/lesson/lesson-path.ts';

const List = styled('ol')(({ theme }) => ({
  ...theme.typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& ol': { listStyle: 'none', margin: 0, padding: 0 },
}));
const ItemAnchor = styled('a')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'baseline',
  gap: 12,
  minHeight: 40,
  boxSizing: 'border-box',
  paddingBlock: 6,
  paddingInline: '13px 4px',
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  borderInlineStart: `3px solid ${theme.vars.palette.line.waiting}`,
  '&:hover': { textDecoration: 'underline' },
  '&[data-current="yes"]': { borderColor: theme.vars.palette.primary.main, fontWeight: 650 },
  '@media (pointer: coarse)': { minHeight: 44 },
  // aligned with the title of its module
  'li li &': { paddingInlineStart: 'calc(25px + 1ch)' },
}));
const Item = createLink(ItemAnchor);
const Words = styled('span')({ flex: 1, minWidth: 0 });
const Aside = styled('span')(({ theme }) => ({ display: 'block', color: theme.vars.palette.text.secondary, fontWeight: 400 }));
const Number = styled('span')(({ theme }) => ({ fontFamily: FONTS.mono, fontWeight: 400, color: theme.vars.palette.text.secondary }));
const GlossaryLink = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '12px 0 0', paddingInlineStart: 16 }));

/** The number of lessons in a module, and of the completed ones. */
function moduleNote(lessons: readonly Lesson[]): string {
  const done = lessons.filter(({ completed }) => completed).length;
  if (done === 0) return lessonsText(lessons.length);
  return done === lessons.length ? t('Done') : t('{done} of {n} done', { done, n: lessons.length });
}

interface ModuleListProps {
  readonly course: Course;
  readonly place: Place;
}

/** The modules; the selected one shows its lessons. Choosing a module opens its first lesson (LRN-04). */
function Modules({ course, place }: ModuleListProps) {
  const language = languageAttributes(course.language);
  const to = '/courses/$courseId/learn/$module/$lesson';
  const params = (module: number, lesson: number) => ({ courseId: course.course_id, module: String(module), lesson: String(lesson) });
  return (
    <List>
      {course.modules.map(({ title, lessons }, module) => {
        const isSelected = module === place.module;
        return (
          <li key={module}>
            <Item to={to} params={params(module, 0)} data-current={isSelected ? 'yes' : 'no'}>
              <Number>{module + 1}</Number>
              <Words>
                <span {...language}>{isolateLatinTerms(title, language.dir)}</span>
                {!isSelected && <Aside>{moduleNote(lessons)}</Aside>}
              </Words>
            </Item>
            {isSelected && (
              <ol>
                {lessons.map((lesson, index) => (
                  <li key={lesson.lesson_id}>
                    <Item
                      to={to}
                      params={params(module, index)}
                      aria-current={index === place.lesson ? 'page' : undefined}
                      data-current={index === place.lesson ? 'yes' : 'no'}
                    >
                      <Words>
                        <span {...language}>{isolateLatinTerms(lesson.title, language.dir)}</span>
                        {lesson.completed && <Aside>{t('Done')}</Aside>}
                      </Words>
                    </Item>
                  </li>
                ))}
              </ol>
            )}
          </li>
        );
      })}
    </List>
  );
}

/** The contents of a course, with the current position. */
export function ModuleList(props: ModuleListProps) {
  return (
    <nav aria-label={t('Modules')}>
      <Modules {...props} />
      <GlossaryLink>
        <TextLink to="/courses/$courseId/glossary" params={{ courseId: props.course.course_id }}>
          {t('Glossary')}
        </TextLink>
      </GlossaryLink>
    </nav>
  );
}
