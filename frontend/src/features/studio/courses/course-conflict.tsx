import { categoryWord, difficultyWord } from '#frontend/lib/courses/course-words.ts';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { ConflictPanel } from '#frontend/ui/dialogs/conflict-panel.tsx';
import { fieldsBetween, formOf, type CourseField, type CourseFormValues } from './course-form-values.ts';

const fieldWord = (field: CourseField): string =>
  ({
    title: t('Title'),
    category: t('Category'),
    description: t('Description'),
    price: t('Price in US dollars'),
    difficulty: t('Difficulty'),
    estimated_hours: t('Estimated hours'),
    objectives: t('Learning objectives'),
    tags: t('Tags'),
    requirements: t('Requirements'),
  })[field];

function textOf(values: CourseFormValues, field: CourseField): string {
  if (field === 'category') return values.category === '' ? t('None') : categoryWord(values.category);
  if (field === 'difficulty') return difficultyWord(values.difficulty);
  return values[field].trim() === '' ? t('(empty)') : values[field];
}

interface CourseConflictProps {
  readonly theirs: CreatorCourse;
  readonly mine: CourseFormValues;
  /** The fields the user has changed. */
  readonly changed: readonly CourseField[];
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** The same course was saved elsewhere meanwhile: shows both texts, and the choice. The typed text stays until the user decides. */
export function CourseConflict({ theirs, mine, changed, onKeepMine, onTakeTheirs }: CourseConflictProps) {
  const other = formOf(theirs);
  const differing = fieldsBetween(other, mine).filter((field) => changed.includes(field));
  return (
    <ConflictPanel
      headingRef={focusOnMount}
      title={t('This course was changed elsewhere')}
      text={t(
        'Another window has saved it since you opened it. Keep your changes, and they are saved over the newer text; the fields you have not touched stay as it has them. Or take the newer text, and your changes are gone.',
      )}
      onKeepMine={onKeepMine}
      theirs={t('Take the newer text')}
      onTakeTheirs={onTakeTheirs}
    >
      {differing.length > 0 && (
        <Box component="dl" sx={{ margin: 0 }}>
          {differing.map((field) => (
            <Box key={field} sx={{ marginBlockStart: 1.5 }}>
              <Typography component="dt" variant="subtitle2">
                {fieldWord(field)}
              </Typography>
              <Version name={t('Yours:')} text={textOf(mine, field)} />
              <Version name={t('Newer:')} text={textOf(other, field)} />
            </Box>
          ))}
        </Box>
      )}
    </ConflictPanel>
  );
}

function Version({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <Typography component="dd" variant="body2" sx={{ marginInlineStart: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      <Typography component="span" variant="inherit" color="textSecondary">
        {name}{' '}
      </Typography>
      <bdi dir="auto">{text}</bdi>
    </Typography>
  );
}
