import { Suspense, useRef, type ReactNode } from 'react';
import { useParams, createLink, useNavigate } from '@tanstack/react-router';
import { styled } from '@mui/material/styles';
import Chip from '@mui/material/Chip';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import type { ListItemButtonProps } from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { consoleState } from '#frontend/features/operator/overview/overview-queries.ts';
import { addressOf, OPERATOR_GROUPS, type OperatorGroup, type OperatorPlace } from '#frontend/features/operator/parts/console-places.ts';
import { KeyList } from '#frontend/features/operator/parts/key-list.tsx';
import { useGoKeys } from '#frontend/features/operator/parts/console-keys.ts';
import { useRestoredFocus } from '#frontend/lib/focus/restored-focus.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { useCurrentInView } from '#frontend/lib/scrolled-row.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { OPERATOR_SECTIONS } from './operator-sections.tsx';

const Frame = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('lg')]: { display: 'grid', gridTemplateColumns: '12.5rem minmax(0, 1fr)' },
}));
// A page is as wide as its column, however wide its tables are.
const Main = styled('div')({ minWidth: 0 });

/**
 * The operator's console: its navigation, and the screen of the URL. Other users do not see it, and the server also rejects their requests
 * (G27, ROLE-01).
 */
export default function OperatorFrame() {
  const { roles } = useUser();
  const { section = '', id = null } = useParams({ strict: false });
  const main = useRestoredFocus();
  const navigate = useNavigate();
  useGoKeys((place) => void navigate({ to: addressOf(place) }));
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
    <ConsoleFrame title={t('Page not found')}>
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
        subject="locked"
        title={t('Your account has no operator role')}
        actions={
          <LinkButton to="/create" variant="contained">
            {t('Open AI Builder')}
          </LinkButton>
        }
      />
    </ConsoleFrame>
  );
}

const Rail = styled('nav')(({ theme }) => ({
  position: 'sticky',
  insetBlockStart: 64,
  alignSelf: 'start',
  boxSizing: 'border-box',
  height: 'calc(100dvh - 64px)',
  overflowY: 'auto',
  display: 'flex',
  flexDirection: 'column',
  padding: '8px 8px 0',
  '& ul': { paddingBlock: 2 },
  '& .MuiListSubheader-root': { lineHeight: '26px' },
  '& .MuiListItemButton-root': { minHeight: 40, paddingBlock: 0 },
  '& > [data-foot]': {
    position: 'sticky',
    insetBlockEnd: 0,
    marginBlockStart: 'auto',
    paddingBlock: 6,
    borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}`,
    backgroundColor: theme.vars.palette.background.default,
  },
  borderInlineEnd: `1px solid ${theme.vars.palette.line.hairline}`,
}));

function Anchor(props: ListItemButtonProps<'a'>) {
  return <ListItemButton component="a" {...props} />;
}
const PlaceButton = createLink(Anchor);

interface OperatorNavigationProps {
  /** The id of the open section. */
  readonly section: string;
  /** Shown below the groups. */
  readonly foot: ReactNode;
}

/** The console's five groups: on a wide screen beside it with all their sections, otherwise with the sections of the open group. */
function OperatorNavigation({ section, foot }: OperatorNavigationProps) {
  const isWide = useMediaQuery(({ breakpoints }) => breakpoints.up('lg'), { noSsr: true });
  const { data } = useQuery(consoleState());
  const waiting: Readonly<Record<string, number>> = {
    alerts: data?.alerts.open ?? 0,
    batches: data?.batches ?? 0,
    'dead-letters': data?.failed ?? 0,
    payments: data?.payments ?? 0,
    moderation: data?.texts ?? 0,
    market: data?.reports ?? 0,
  };
  const markOf = ({ id }: OperatorPlace) => (waiting[id] ? formatNumber(waiting[id]) : undefined);
  const Sections = isWide ? SectionRail : GroupTabs;
  return <Sections section={section} markOf={markOf} foot={foot} />;
}

/** All sections; the open one is in view, however low the window is. */
function SectionRail({ section, markOf, foot }: GroupTabsProps) {
  const rail = useRef<HTMLElement>(null);
  const groups = useRef<HTMLDivElement>(null);
  useCurrentInView(rail, groups, { current: section });
  return (
    <Rail ref={rail} aria-label={t('Console')} data-density="dense">
      <div ref={groups}>
        {OPERATOR_GROUPS.map((group) => (
          <List
            key={group.id}
            dense
            aria-label={group.caption()}
            {...(group.places.length > 1 && {
              subheader: (
                <ListSubheader component="div" aria-hidden>
                  {group.caption()}
                </ListSubheader>
              ),
            })}
          >
            {group.places.map((place) => (
              <ListItem key={place.id} disablePadding>
                <PlaceButton
                  to={addressOf(place)}
                  activeOptions={{ exact: true }}
                  selected={place.id === section}
                  {...(place.id === section && { 'aria-current': 'page' as const })}
                >
                  <ListItemText primary={place.caption()} />
                  {markOf(place) !== undefined && (
                    <Chip
                      component="span"
                      size="small"
                      color={place.id === 'alerts' || place.id === 'payments' ? 'error' : 'default'}
                      label={markOf(place)}
                    />
                  )}
                </PlaceButton>
              </ListItem>
            ))}
          </List>
        ))}
      </div>
      <div data-foot="">{foot}</div>
    </Rail>
  );
}

interface GroupTabsProps extends OperatorNavigationProps {
  readonly markOf: (place: OperatorPlace) => string | undefined;
}

/** The groups, and below them the sections of the open one. */
function GroupTabs({ section, markOf, foot }: GroupTabsProps) {
  const open = OPERATOR_GROUPS.find(({ places }) => places.some(({ id }) => id === section));
  const tabOf = (place: OperatorPlace) => ({ to: addressOf(place), caption: place.caption(), mark: markOf(place) });
  const groupTab = ({ caption, places }: OperatorGroup) => ({
    to: addressOf(places[0]),
    caption: caption(),
    mark: places.map(markOf).find((mark) => mark !== undefined),
  });
  return (
    <div style={{ paddingInline: 16 }}>
      <FrameTabs label={t('Console')} tabs={OPERATOR_GROUPS.map(groupTab)} current={open && addressOf(open.places[0])} />
      {open && open.places.length > 1 && (
        <FrameTabs
          label={open.caption()}
          tabs={open.places.map(tabOf)}
          current={open.places.filter(({ id }) => id === section).map(addressOf)[0]}
        />
      )}
      {foot}
    </div>
  );
}
