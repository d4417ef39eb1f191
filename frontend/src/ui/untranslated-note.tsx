import Alert from '@mui/material/Alert';
import { t } from '#frontend/lib/text.ts';

/**
 * A note above the terms of a translated course: how many lessons still have theirs in the course's own language. Renders nothing if there
 * are none.
 */
export function UntranslatedNote({ lessons }: { readonly lessons: number }) {
  if (lessons === 0) return null;
  return (
    <Alert severity="info" sx={{ marginBlockEnd: 2 }}>
      {t(
        '{n, plural, one {# lesson is not translated yet, so its terms are in the course’s own language.} other {# lessons are not translated yet, so their terms are in the course’s own language.}}',
        { n: lessons },
      )}
    </Alert>
  );
}
