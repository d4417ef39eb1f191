import { styled } from '@mui/material/styles';
import { NotificationBell } from '#frontend/app/shell/notification-bell.tsx';
import { ProfileButton } from '#frontend/app/shell/profile-button.tsx';
import { useIsSandboxAi } from '#frontend/lib/about.ts';
import { t } from '#frontend/lib/text.ts';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { Brand } from '#frontend/ui/brand.tsx';

const Bar = styled('header')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  minHeight: 56,
  paddingInline: '16px 8px',
  [theme.breakpoints.up('md')]: { minHeight: 64, paddingInline: '40px 24px' },
}));
const Actions = styled('div')({ display: 'flex', alignItems: 'center', marginInlineStart: 'auto' });
const Sandbox = styled('span')(({ theme }) => ({
  paddingInline: 8,
  marginInline: '8px 4px',
  fontSize: TYPE_SCALE.small,
  fontWeight: 600,
  color: theme.vars.palette.secondary.main,
  borderInlineStart: `3px dashed ${theme.vars.palette.secondary.main}`,
}));

/** The line above every screen: the product, what kind of AI writes, what has happened, and who is here. */
export function Header() {
  const isSandbox = useIsSandboxAi();
  return (
    <Bar>
      <Brand />
      <Actions>
        {isSandbox && (
          <Sandbox title={t('No AI service is configured: a stand-in on this machine writes the courses.')}>{t('Sandbox AI')}</Sandbox>
        )}
        <NotificationBell />
        <ProfileButton />
      </Actions>
    </Bar>
  );
}
