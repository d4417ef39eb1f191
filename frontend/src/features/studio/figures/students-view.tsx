import { useId } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';

/** The students' screen before there is a list of them (CRE-17). */
export function StudentsView() {
  const why = useId();
  return (
    <EmptyState
      title={t('Student Analytics Coming Soon')}
      actions={
        <>
          <LinkButton to="/studio/courses" variant="contained">
            {t('See your courses')}
          </LinkButton>
          <Button variant="outlined" color="inherit" disabled aria-describedby={why}>
            {t('Message All')}
          </Button>
          <Typography id={why} variant="body2" color="textSecondary" sx={{ alignSelf: 'center' }}>
            {t('Messages cannot be sent yet: there is no list of your students to send them to.')}
          </Typography>
        </>
      }
    >
      {t('How many students you have, and when they came, is in the overview.')}
    </EmptyState>
  );
}
