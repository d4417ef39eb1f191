import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { CourseCover, type CoverPicture } from '#frontend/ui/course-cover.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

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
    <Entry
      picture={
        <Box sx={{ flex: 'none', width: 112 }}>
          <CourseCover title={title} picture={picture} />
        </Box>
      }
      title={name}
      lines={[
        <span key="title" {...language}>
          <FormulaText text={title} dir={language.dir} />
        </span>,
        <span key="note" role="status">
          {note}
        </span>,
      ]}
      actions={
        <ActionRow>
          <Button variant="outlined" color="inherit" disabled={renew.isOff} onClick={renew.onPress}>
            {renew.label}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
          {remove && (
            <Button color="inherit" disabled={remove.isOff} onClick={remove.onPress}>
              {remove.label}
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
          )}
        </ActionRow>
      }
    />
  );
}
