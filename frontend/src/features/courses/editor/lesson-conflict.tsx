import { lazy, Suspense, useState, type Ref } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { ConflictPanel } from '#frontend/ui/dialogs/conflict-panel.tsx';
import { textOfDraft, type LessonDraft } from './lesson-draft.ts';

// Keeps it clear of the sticky bar, which is taller on phones.
const Panel = styled(ConflictPanel)({ '& > h2': { scrollMarginBlock: '200px' } });
const LessonDiff = lazy(() => import('../diff/lesson-diff.tsx'));

interface LessonConflictProps {
  readonly theirs: LessonDraft;
  readonly mine: LessonDraft;
  readonly language: TextLanguage;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Shown when the lesson was saved elsewhere meanwhile: compare, and choose one version. Both stay in the history. */
export function LessonConflict({ theirs, mine, language, headingRef, onKeepMine, onTakeTheirs }: LessonConflictProps) {
  const [isComparing, setComparing] = useState(false);
  return (
    <Panel
      headingRef={headingRef}
      title={t('This lesson was changed elsewhere')}
      text={t(
        'Another window, or a new text you accepted, has changed it since you opened it. Keep your text or take the other one: the text you take becomes the newest version, and the other one’s saved versions stay in the history.',
      )}
      onKeepMine={onKeepMine}
      theirs={t('Take the other')}
      onTakeTheirs={onTakeTheirs}
      acts={
        <Button color="inherit" aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
          {isComparing ? t('Close comparison') : t('Compare')}
        </Button>
      }
    >
      {isComparing && (
        <Suspense fallback={<p>{t('Loading')}</p>}>
          <LessonDiff
            before={textOfDraft(theirs)}
            after={textOfDraft(mine)}
            labels={[t('The other text'), t('Your text')]}
            language={language}
          />
        </Suspense>
      )}
    </Panel>
  );
}
