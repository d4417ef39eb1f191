import Alert from '@mui/material/Alert';
import { t } from '#frontend/lib/text.ts';

/** Says on a screen that it needs a connection, before anything is begun there. */
export default function ConnectionNote() {
  return (
    <Alert severity="info" role="status" sx={{ margin: 2 }}>
      {t('This page needs a connection. You can go on learning in My Courses; what you do there is sent later.')}
    </Alert>
  );
}
