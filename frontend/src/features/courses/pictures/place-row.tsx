import type { ReactNode } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { CourseCover, type CoverPicture } from '#frontend/ui/course-cover.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  paddingBlock: 10,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  '& > :first-of-type': { flex: 'none', width: 96 },
}));
const Words = styled('div')({ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' });
const Note = styled('div')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

interface Act {
  readonly label: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

interface PlaceRowProps {
  readonly course: Course;
  /** The name of the place: `Cover`. */
  readonly name: string;
  /** What the picture is about. */
  readonly title: string;
  readonly picture: CoverPicture | null;
  readonly note: ReactNode;
  readonly renew: Act;
  /** Null: there is nothing to remove. */
  readonly remove: Act | null;
}

/** A place for a picture or for the clip, its state, and what its owner can do with it. */
export function PlaceRow({ course, name, title, picture, note, renew, remove }: PlaceRowProps) {
  const language = languageAttributes(course.language);
  return (
    <Row>
      <div>
        <CourseCover title={title} picture={picture} />
      </div>
      <Words>
        <div>
          {name} · <span {...language}>{isolateLatinTerms(title, language.dir)}</span>
        </div>
        <Note role="status">{note}</Note>
      </Words>
      <Actions>
        <Button variant="outlined" color="inherit" disabled={renew.isOff} onClick={renew.onPress}>
          {renew.label}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        {remove && (
          <Button variant="text" color="inherit" disabled={remove.isOff} onClick={remove.onPress}>
            {remove.label}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )}
      </Actions>
    </Row>
  );
}
