import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { t } from '#frontend/lib/text.ts';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { stickyFoot } from '#frontend/theme/sticky-foot.ts';
import type { OwnMedia } from './use-media.ts';

// always in view, however large the pictures are: nobody may search for the way out of a call
const Bar = styled('div')(({ theme }) => ({
  ...stickyFoot(theme),
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  marginBlock: 8,
  paddingBlock: 8,
}));
const KINDS = ['audioinput', 'videoinput'] as const;

/** The controls of a call: microphone, camera, screen, devices, End Call. */
export function CallControls({
  media,
  onEnd,
  isEnding,
}: {
  readonly media: OwnMedia;
  readonly onEnd: () => void;
  readonly isEnding: boolean;
}) {
  return (
    <>
      <Bar role="group" aria-label={t('Call')}>
        <Button variant="outlined" color="inherit" aria-pressed={media.isMuted} onClick={() => media.mute(!media.isMuted)}>
          {media.isMuted ? t('Unmute') : t('Mute')}
        </Button>
        <Button variant="outlined" color="inherit" aria-pressed={!media.hasCamera} onClick={() => void media.camera(!media.hasCamera)}>
          {media.hasCamera ? t('Camera off') : t('Camera on')}
        </Button>
        {media.canShare && (
          <Button variant="outlined" color="inherit" aria-pressed={media.isSharing} onClick={() => void media.share(!media.isSharing)}>
            {media.isSharing ? t('Stop sharing') : t('Share screen')}
          </Button>
        )}
        <Button variant="contained" color="error" aria-busy={isEnding} onClick={onEnd}>
          {t('End Call')}
        </Button>
      </Bar>
      {media.problem !== null && <Alert severity="error">{media.problem}</Alert>}
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 14rem), 1fr))' }}>
        {KINDS.map((kind) => {
          const known = media.devices.filter((device) => device.kind === kind && device.deviceId !== '');
          if (known.length === 0) return null;
          return (
            <SelectField
              key={kind}
              label={kind === 'audioinput' ? t('Microphone') : t('Camera')}
              value={media.chosen[kind] || known[0]!.deviceId}
              options={known.map(({ deviceId, label }, index) => ({ value: deviceId, label: label || t('Device {n}', { n: index + 1 }) }))}
              onChange={({ target }) => void media.choose(kind, target.value)}
            />
          );
        })}
      </Box>
    </>
  );
}
