import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { serverDraftQuery } from './server-draft.ts';

/** Id of the form that the editor of the outline handles. */
export const OUTLINE_FORM = 'outline-form';

/** Accepts the outline as edited; the button is above the editor. */
export function AcceptOutline({ taskId }: { readonly taskId: string }) {
  // the editor appears with the draft
  const { isSuccess } = useQuery(serverDraftQuery(taskId));
  return (
    <Button type="submit" form={OUTLINE_FORM} variant="contained" disabled={!isSuccess}>
      {t('Write this course')}
    </Button>
  );
}
