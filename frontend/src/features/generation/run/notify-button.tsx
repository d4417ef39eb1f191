import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { askToNotify, useNotifyState } from './notify-me.ts';

/** The browser's answer. */
const Word = ({ children }: { readonly children: string }) => (
  <Typography variant="body2" color="textSecondary" role="status">
    {children}
  </Typography>
);

/** The button for a system notification at the end of the run; shows the browser's answer in words. */
export function NotifyButton({ taskId, isMain }: { readonly taskId: string; readonly isMain: boolean }) {
  const state = useNotifyState(taskId);
  // Shown only after a press: an old refusal is no news.
  const [hasAsked, setAsked] = useState(false);
  if (state === 'unsupported') return null;
  if (state === 'unwanted') {
    return (
      <Typography variant="body2" color="textSecondary">
        {t('Browser notifications are off.')} <TextLink to="/settings">{t('Settings')}</TextLink>
      </Typography>
    );
  }
  if (state === 'on') return <Word>{t('You will be notified when it is done.')}</Word>;
  if (state === 'refused' && hasAsked) {
    return <Word>{t('Your browser refuses notifications from this site. The bell keeps the news for you.')}</Word>;
  }
  return (
    <Button
      variant={isMain ? 'contained' : 'outlined'}
      color={isMain ? 'primary' : 'inherit'}
      onClick={() => {
        setAsked(true);
        void askToNotify(taskId);
      }}
    >
      {t('Notify me')}
    </Button>
  );
}
