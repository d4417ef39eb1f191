import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import { formatDuration } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import type { Player } from './use-audio-player.ts';

/** The lessons of a course that can be heard; a press on one plays it. */
export function AudioChapters({ player: { lessons, index, go } }: { readonly player: Player }) {
  const hasModules = new Set(lessons.map((one) => one.module_index)).size > 1;
  return (
    <RuledSection title={t('Chapters')}>
      <List disablePadding aria-label={t('Chapters')}>
        {lessons.map((one, n) => (
          <ListItem key={one.lesson_id} disablePadding>
            <ListItemButton selected={n === index} {...(n === index && { 'aria-current': true as const })} onClick={() => go(n)}>
              <ListItemText
                primary={<bdi>{one.title}</bdi>}
                secondary={
                  <>
                    {formatDuration(one.seconds ?? 0)}
                    {hasModules && (
                      <>
                        {' · '}
                        <bdi>{one.module}</bdi>
                      </>
                    )}
                    {one.state === 'stale' && ` · ${t('of an earlier version of the lesson')}`}
                  </>
                }
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </RuledSection>
  );
}
