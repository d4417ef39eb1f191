import { useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { askToNotify, useNotifyState } from './notify-me.ts';

const Word = styled('span')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));

/** The button for a system notification at the end of the run; shows the browser's answer in words. */
export function NotifyButton({ taskId, isMain }: { readonly taskId: string; readonly isMain: boolean }) {
  const state = useNotifyState(taskId);
  // Shown only after a press: an old refusal is no news.
  const [hasAsked, setAsked] = useState(false);
  if (state === 'unsupported') return null;
  if (state === 'unwanted') {
    return (
      <Word>
        {t('Browser notifications are off.')} <TextLink to="/settings">{t('Settings')}</TextLink>
      </Word>
    );
  }
  if (state === 'on') return <Word role="status">{t('You will be notified when it is done.')}</Word>;
  if (state === 'refused' && hasAsked) {
    return <Word role="status">{t('Your browser refuses notifications from this site. The bell keeps the news for you.')}</Word>;
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
