import { useId, useState } from 'react';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem';
import { createLink } from '@tanstack/react-router';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { CheckCircleIcon, RadioButtonUncheckedIcon } from '#frontend/ui/feature-icons.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { ExpandMoreIcon } from '#frontend/ui/icons.tsx';
import { LEARN, learnParams, placeNumber, type Place } from './lesson-path.ts';

const LessonItem = createLink((props: MenuItemProps<'a'>) => <MenuItem component="a" {...props} />);

interface AnotherLessonProps {
  readonly course: Course;
  readonly place: Place;
}

/** At the end of a lesson, a menu of all lessons of the course by module, with the completed ones and the current one marked. */
export function AnotherLesson({ course, place }: AnotherLessonProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const language = languageAttributes(course.language);
  const titled = (title: string) => (
    <span {...language}>
      <FormulaText text={title} dir={language.dir} />
    </span>
  );
  return (
    <>
      <Button
        id={id}
        color="inherit"
        endIcon={<ExpandMoreIcon aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        // on a phone, below the links to the previous and next lesson, which share a line
        sx={{ order: { xs: 1, sm: 0 } }}
      >
        {t('Another lesson')}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{
          list: { 'aria-labelledby': id, dense: true },
          paper: { elevation: 0, variant: 'outlined', sx: { width: 'min(26rem, calc(100vw - 32px))', maxHeight: '60dvh' } },
        }}
      >
        {course.modules.flatMap(({ title, lessons }, module) => [
          // a heading is not a menu option; each option has its number
          <ListSubheader key={module} role="presentation" disableSticky sx={{ lineHeight: 1.4, paddingBlock: 1, bgcolor: 'transparent' }}>
            {module + 1} {titled(title)}
          </ListSubheader>,
          ...lessons.map((lesson, index) => {
            const at = { module, lesson: index };
            const isHere = module === place.module && index === place.lesson;
            return (
              <LessonItem
                key={lesson.lesson_id}
                to={LEARN}
                params={learnParams(course.course_id, at)}
                selected={isHere}
                aria-current={isHere ? 'page' : undefined}
                onClick={close}
                sx={{ whiteSpace: 'normal', alignItems: 'flex-start' }}
              >
                <ListItemIcon sx={{ marginBlockStart: 0.25 }}>
                  {lesson.completed ? (
                    <CheckCircleIcon fontSize="small" color="primary" aria-hidden />
                  ) : (
                    <RadioButtonUncheckedIcon fontSize="small" color="action" aria-hidden />
                  )}
                </ListItemIcon>
                <ListItemText
                  primary={
                    <>
                      {placeNumber(at)} {titled(lesson.title)}
                    </>
                  }
                  secondary={lesson.completed ? t('Completed') : undefined}
                />
              </LessonItem>
            );
          }),
        ])}
      </Menu>
    </>
  );
}
