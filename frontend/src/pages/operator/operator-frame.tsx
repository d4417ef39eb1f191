import { Suspense } from 'react';
import { useParams } from '@tanstack/react-router';
import { styled } from '@mui/material/styles';
import { KeyList } from '#frontend/features/operator/parts/key-list.tsx';
import { useRestoredFocus } from '#frontend/lib/focus/restored-focus.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { OperatorNavigation } from './operator-navigation.tsx';
import { OPERATOR_SECTIONS } from './operator-sections.tsx';

const Frame = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('lg')]: { display: 'grid', gridTemplateColumns: '12.5rem minmax(0, 1fr)' },
}));
// A page is as wide as its column, however wide its tables are.
const Main = styled('div')({ minWidth: 0 });

/**
 * The operator's console: its navigation, and the screen of the URL. Other users do not see it, and the server rejects their requests too (G27,
 * ROLE-01).
 */
export default function OperatorFrame() {
  const { roles } = useUser();
  const { section = '', id = null } = useParams({ strict: false });
  const main = useRestoredFocus();
  if (!roles.some((role) => role === 'operator' || role === 'admin')) return <ForOperators />;
  const Section = OPERATOR_SECTIONS[section];
  return (
    <Frame>
      <OperatorNavigation section={section} foot={<KeyList main={main} />} />
      <Main ref={main}>
        <Suspense fallback={<LoadingState label={t('Loading')} rows={4} />}>{Section ? <Section id={id} /> : <NoSection />}</Suspense>
      </Main>
    </Frame>
  );
}

function NoSection() {
  return (
    <ConsoleFrame title={t('There is no such page')}>
      <LinkButton to="/operator" variant="contained">
        {t('Overview')}
      </LinkButton>
    </ConsoleFrame>
  );
}

function ForOperators() {
  return (
    <ConsoleFrame title={t('This page is for operators')}>
      <EmptyState
        title={t('Your account has no operator role.')}
        actions={
          <LinkButton to="/create" variant="contained">
            {t('Open AI Builder')}
          </LinkButton>
        }
      />
    </ConsoleFrame>
  );
}
