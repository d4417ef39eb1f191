import Button from '@mui/material/Button';
import { t } from '#frontend/lib/text.ts';
import { useLessonBookmark, type LessonOf } from './progress-mutations.ts';

interface LessonBookmarkProps {
  readonly of: LessonOf;
  readonly isBookmarked: boolean;
  readonly onChanged: (isBookmarked: boolean) => void;
}

/** The bookmark toggle of one lesson (LRN-05, G35). */
export function LessonBookmark({ of, isBookmarked, onChanged }: LessonBookmarkProps) {
  const { mutate, isPending } = useLessonBookmark(of, onChanged);
  return (
    <Button variant="outlined" color="inherit" aria-busy={isPending} onClick={() => isPending || mutate(!isBookmarked)}>
      {isBookmarked ? t('Remove Bookmark') : t('Bookmark')}
    </Button>
  );
}
