import { useState } from 'react';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { MENTOR_ENGINES, type MentorEngine } from '#contract/mentor/mentor.contract.ts';
import { MENTOR_MANNERS, presetManner, serviceOf } from '#contract/platform/ai-services.ts';
import { t } from '#frontend/lib/text.ts';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { SERVICE_COLOURS } from '#frontend/ui/charts/service-colours.ts';
import { CheckIcon, ExpandMoreIcon } from '#frontend/ui/icons.tsx';
import { ENGINE_NAMES, mannerOf, roleOf } from './mentor-words.ts';

/** The square in the colour of an engine's service. */
export function EngineMark({ engine }: { readonly engine: MentorEngine }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        ...SERVICE_COLOURS,
        flex: 'none',
        display: 'inline-block',
        width: 10,
        height: 10,
        borderRadius: '3px',
        bgcolor: `var(--service-${serviceOf(engine)})`,
      }}
    />
  );
}

interface EngineMenuProps {
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  /** The selected engine; absent if one is to be chosen for a new answer. */
  readonly engine?: MentorEngine;
  readonly onEngine: (engine: MentorEngine) => void;
  /** The manner of the answers; absent if it cannot be chosen apart from the engine. */
  readonly manner?: string;
  readonly onManner?: (manner: string) => void;
}

/**
 * The menu of engines, each with its purpose (MEN-01) and its style of answering. Behind its last entry are the manners, which can be chosen
 * with every engine.
 */
export function EngineMenu({ anchor, onClose, engine: chosen, onEngine, manner: chosenManner, onManner }: EngineMenuProps) {
  const [isOfManners, setOfManners] = useState(false);
  if (isOfManners)
    return (
      <Menu
        open
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { elevation: 0, variant: 'outlined', sx: { maxWidth: 320 } }, list: { 'aria-label': t('How it answers') } }}
      >
        {MENTOR_MANNERS.map((manner) => (
          <MenuItem
            key={manner}
            role="menuitemradio"
            aria-checked={manner === chosenManner}
            selected={manner === chosenManner}
            sx={{ gap: 1.5, borderRadius: `${RADIUS.control}px`, whiteSpace: 'normal' }}
            onClick={() => {
              onClose();
              onManner?.(manner);
            }}
          >
            <ListItemText primary={roleOf(chosen ?? MENTOR_ENGINES[0]!, manner)} secondary={mannerOf(manner)} />
            {manner === chosenManner && <CheckIcon fontSize="small" color="primary" aria-hidden />}
          </MenuItem>
        ))}
      </Menu>
    );
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { elevation: 0, variant: 'outlined', sx: { maxWidth: 320 } }, list: { 'aria-label': t('Who answers') } }}
    >
      {MENTOR_ENGINES.map((engine) => (
        <MenuItem
          key={engine}
          role="menuitemradio"
          aria-checked={engine === chosen}
          selected={engine === chosen}
          sx={{ gap: 1.5, borderRadius: `${RADIUS.control}px`, whiteSpace: 'normal' }}
          onClick={() => {
            onClose();
            onEngine(engine);
          }}
        >
          <EngineMark engine={engine} />
          <ListItemText primary={`${ENGINE_NAMES[engine]} · ${roleOf(engine)}`} secondary={mannerOf(presetManner(engine))} />
          {engine === chosen && <CheckIcon fontSize="small" color="primary" aria-hidden />}
        </MenuItem>
      ))}
      {onManner && (
        <MenuItem
          aria-haspopup="menu"
          sx={{ borderRadius: `${RADIUS.control}px`, whiteSpace: 'normal' }}
          onClick={() => setOfManners(true)}
        >
          <ListItemText primary={t('Another manner…')} secondary={t('Any service can answer in each of these manners')} />
        </MenuItem>
      )}
      <Typography
        component="li"
        role="none"
        variant="body2"
        color="textSecondary"
        sx={{ padding: '8px 16px 6px', marginBlockStart: 0.5, borderBlockStart: '1px solid', borderColor: 'line.hairline' }}
      >
        {t('If a service cannot be reached, another service answers and says so.')}
      </Typography>
    </Menu>
  );
}

interface EngineChoiceProps {
  readonly engine: MentorEngine;
  readonly onEngine: (engine: MentorEngine) => void;
  readonly manner: string;
  readonly onManner: (manner: string) => void;
  /** Shows only the name, where there is little room. */
  readonly isShort: boolean;
}

/** The answering engine, as a chip that opens the menu. */
export function EngineChoice({ engine, onEngine, manner, onManner, isShort }: EngineChoiceProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const name = ENGINE_NAMES[engine];
  const words = isShort ? name : `${name} · ${roleOf(engine, manner)}`;
  return (
    <>
      <Chip
        clickable
        variant="outlined"
        label={
          <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            <EngineMark engine={engine} />
            <span>
              {name}
              {!isShort && (
                <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
                  {` · ${roleOf(engine, manner)}`}
                </Box>
              )}
            </span>
            <ExpandMoreIcon aria-hidden sx={{ fontSize: 18, marginInlineEnd: -0.5 }} />
          </Box>
        }
        aria-label={`${words}, ${t('Who answers')}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      {anchor && (
        <EngineMenu
          anchor={anchor}
          onClose={() => setAnchor(null)}
          engine={engine}
          onEngine={onEngine}
          manner={manner}
          onManner={onManner}
        />
      )}
    </>
  );
}
