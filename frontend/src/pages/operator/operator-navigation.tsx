import type { ReactNode } from 'react';
import Chip from '@mui/material/Chip';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton, { type ListItemButtonProps } from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import useMediaQuery from '@mui/material/useMediaQuery';
import { styled } from '@mui/material/styles';
import { createLink } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { alerts } from '#frontend/features/operator/overview/overview-queries.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FrameTabs } from '#frontend/ui/frames/frame-tabs.tsx';
import { OPERATOR_GROUPS, type OperatorGroup, type OperatorPlace } from './operator-places.ts';

const Rail = styled('nav')(({ theme }) => ({
  position: 'sticky',
  insetBlockStart: 64,
  alignSelf: 'start',
  boxSizing: 'border-box',
  height: 'calc(100dvh - 64px)',
  overflowY: 'auto',
  padding: '12px 8px',
  borderInlineEnd: `1px solid ${theme.vars.palette.line.hairline}`,
}));

function Anchor(props: ListItemButtonProps<'a'>) {
  return <ListItemButton component="a" {...props} />;
}
const PlaceButton = createLink(Anchor);

const addressOf = ({ id }: OperatorPlace): string => (id === '' ? '/operator' : `/operator/${id}`);

interface OperatorNavigationProps {
  /** The id of the open section. */
  readonly section: string;
  /** What stands below the groups. */
  readonly foot: ReactNode;
}

/** The console's five groups: with all their sections beside it on a wide screen, else with those of the open group. */
export function OperatorNavigation({ section, foot }: OperatorNavigationProps) {
  const isWide = useMediaQuery(({ breakpoints }) => breakpoints.up('lg'), { noSsr: true });
  const { data } = useQuery(alerts());
  const burning = data?.alerts.filter((alert) => alert.ended_at === null).length ?? 0;
  const markOf = ({ id }: OperatorPlace) => (id === 'alerts' && burning > 0 ? formatNumber(burning) : undefined);
  if (!isWide) return <GroupTabs section={section} markOf={markOf} foot={foot} />;
  return (
    <Rail aria-label={t('Console')} data-density="dense">
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
                {markOf(place) !== undefined && <Chip component="span" size="small" color="secondary" label={markOf(place)} />}
              </PlaceButton>
            </ListItem>
          ))}
        </List>
      ))}
      {foot}
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
