import type { ReactNode } from 'react';
import MuiAvatar from '@mui/material/Avatar';
import AvatarGroup from '@mui/material/AvatarGroup';
import Badge from '@mui/material/Badge';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import { avatarColor, type AvatarColor } from '#contract/chat/chat-message.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';

/** CHAT-15. White text has a contrast of 5:1 or more on each of them, in every scheme. */
const COLORS: Readonly<Record<AvatarColor, string>> = {
  blue: '#1d5fa8',
  green: '#2b6e3f',
  purple: '#6b3fa0',
  orange: '#a04a00',
  pink: '#a8326e',
  indigo: '#3f4aa8',
};
const SIZES = {
  mark: { width: 24, height: 24, fontSize: 11 },
  small: { width: 28, height: 28, fontSize: 13 },
  medium: { width: 36, height: 36, fontSize: TYPE_SCALE.body },
  large: { width: 72, height: 72, fontSize: 28 },
} as const;

const faceColors = (seed: string) => ({ color: '#fff', backgroundColor: COLORS[avatarColor(seed)] });
/** The first letter of a name; '?' for an empty one. */
const firstLetter = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '?';

interface FaceProps {
  readonly name: string;
  /** Decides the colour, which is the same everywhere for a person. Null if the person is not identified: then the name decides. */
  readonly userId: string | null;
  readonly size?: keyof typeof SIZES;
  /** A dot on the face: green when here, grey when away. Text beside the face must say the same. */
  readonly presence?: 'here' | 'away' | undefined;
}

/** A person's initial on their colour; decorative, beside the name. */
export function Face({ name, userId, size = 'medium', presence }: FaceProps) {
  const face = (
    <MuiAvatar aria-hidden component="span" style={faceColors(userId ?? name)} sx={SIZES[size]}>
      {firstLetter(name)}
    </MuiAvatar>
  );
  if (presence === undefined) return face;
  return (
    <Presence
      aria-hidden
      component="span"
      variant="dot"
      overlap="circular"
      data-presence={presence}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    >
      {face}
    </Presence>
  );
}

const Presence = styled(Badge)(({ theme }) => ({
  '& > .MuiBadge-badge': {
    width: 12,
    height: 12,
    borderRadius: '50%',
    border: `2px solid ${theme.vars.palette.background.paper}`,
    backgroundColor: theme.vars.palette.line.waiting,
  },
  '&[data-presence="here"] > .MuiBadge-badge': { backgroundColor: theme.vars.palette.success.main },
})) as typeof Badge;

interface FacedNameProps extends Pick<FaceProps, 'name' | 'userId'> {
  /** Shown instead of the name, e.g. a link. */
  readonly children?: ReactNode;
}

/** A person in a table: the face beside the name. */
export function FacedName({ name, userId, children }: FacedNameProps) {
  return (
    <Stack component="span" direction="row" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Face name={name} userId={userId} size="small" />
      {children ?? <bdi>{name}</bdi>}
    </Stack>
  );
}

/** A person with a face. */
export interface Person {
  readonly user_id: string;
  readonly name: string;
}

interface FacesProps {
  readonly people: readonly Person[];
  /** The total number if not all people are known; the rest appear as a number at the end. */
  readonly total?: number;
  readonly size?: 'small' | 'medium';
}

const Group = styled(AvatarGroup)(({ theme }) => ({
  justifyContent: 'flex-end',
  '& > .MuiAvatar-root': { ...SIZES.medium, fontSize: 11, borderColor: theme.vars.palette.background.paper },
  '&[data-size="small"] > .MuiAvatar-root': { width: SIZES.small.width, height: SIZES.small.height },
}));
/** Maximum number of faces, including the number of the rest. */
const MOST = 5;

/** The faces of several people, overlapping. Decorative: their names or number must be said beside them. */
export function Faces({ people, total = people.length, size = 'medium' }: FacesProps) {
  if (people.length === 0) return null;
  return (
    <Group aria-hidden data-size={size} max={MOST} total={total} spacing={4} renderSurplus={(others) => `+${formatNumber(others)}`}>
      {people.slice(0, MOST).map(({ user_id: id, name }) => (
        <MuiAvatar key={id} style={{ ...faceColors(id), fontSize: SIZES[size].fontSize }}>
          {firstLetter(name)}
        </MuiAvatar>
      ))}
    </Group>
  );
}
