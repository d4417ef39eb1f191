import { Suspense, useEffect, useRef } from 'react';
import { useParams } from '@tanstack/react-router';
import { styled } from '@mui/material/styles';
import { useRestoredFocus } from '#frontend/lib/focus/restored-focus.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { OPERATOR_PLACES } from './operator-places.ts';
import { OPERATOR_SECTIONS } from './operator-sections.tsx';

const Frame = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('lg')]: { display: 'grid', gridTemplateColumns: '12rem minmax(0, 1fr)' },
}));
// A page is as wide as its column, however wide its tables are.
const Main = styled('div')({ minWidth: 0 });
const Rail = styled('nav')(({ theme }) => ({
  overflowX: 'auto',
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  '& ul': { display: 'flex', gap: 4, margin: 0, padding: '8px 16px', listStyle: 'none' },
  '& a': {
    display: 'block',
    minHeight: 24,
    padding: '6px 12px',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    color: theme.vars.palette.text.primary,
    borderInlineStart: '3px solid transparent',
  },
  '& a:hover': { textDecoration: 'underline' },
  '& a[aria-current]': { fontWeight: 650, borderColor: theme.vars.palette.primary.main },
  [theme.breakpoints.up('lg')]: {
    // otherwise it would be the frame its list sticks to, instead of the window
    overflowX: 'visible',
    borderBlockEnd: 0,
    borderInlineEnd: `1px solid ${theme.vars.palette.line.hairline}`,
    '& ul': {
      position: 'sticky',
      insetBlockStart: 64,
      maxHeight: 'calc(100dvh - 64px)',
      overflowY: 'auto',
      flexDirection: 'column',
      padding: '24px 8px',
    },
  },
}));

/**
 * The operator's console: its navigation, and the screen of the URL. Other users do not see it, and the server rejects their requests too (G27,
 * ROLE-01).
 */
export default function OperatorFrame() {
  const { roles } = useUser();
  const { section = '', id = null } = useParams({ strict: false });
  const rail = useCurrentInView(section);
  const main = useRestoredFocus();
  if (!roles.some((role) => role === 'operator' || role === 'admin')) return <ForOperators />;
  const Section = OPERATOR_SECTIONS[section];
  return (
    <Frame>
      <Rail ref={rail} aria-label={t('Console')}>
        <ul>
          {OPERATOR_PLACES.map((place) => (
            <li key={place.id}>
              <PlaceLink id={place.id} isCurrent={place.id === section} caption={place.caption()} />
            </li>
          ))}
        </ul>
      </Rail>
      <Main ref={main}>
        <Suspense fallback={<LoadingState label={t('Loading')} rows={4} />}>{Section ? <Section id={id} /> : <NoSection />}</Suspense>
      </Main>
    </Frame>
  );
}

/** On a narrow screen the rail scrolls sideways: brings the current section to its middle. @returns a ref for the rail */
function useCurrentInView(section: string) {
  const rail = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = rail.current?.querySelector('[aria-current]');
    if (!rail.current || !current) return;
    const [frame, link] = [rail.current.getBoundingClientRect(), current.getBoundingClientRect()];
    rail.current.scrollLeft += link.left + link.width / 2 - (frame.left + frame.width / 2);
  }, [section]);
  return rail;
}

function PlaceLink({ id, isCurrent, caption }: { readonly id: string; readonly isCurrent: boolean; readonly caption: string }) {
  const current = isCurrent ? ({ 'aria-current': 'page' } as const) : {};
  return id === '' ? (
    <TextLink to="/operator" {...current} activeOptions={{ exact: true }}>
      {caption}
    </TextLink>
  ) : (
    <TextLink to="/operator/$section" params={{ section: id }} {...current}>
      {caption}
    </TextLink>
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
