import Typography from '@mui/material/Typography';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { Panel } from '#frontend/ui/panel.tsx';

interface DemoPanelProps {
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** Explains the demo mark in the header, and tells operators how to end the demo mode. */
export default function DemoPanel({ anchor, onClose }: DemoPanelProps) {
  const mayConnect = useUser().roles.some((role) => role === 'operator' || role === 'admin');
  return (
    <Panel label={t('Demo library')} anchor={anchor} onClose={onClose}>
      <Typography>
        {t('No AI service is connected here. The courses come from Coursewright’s own library, and nothing leaves this machine.')}
      </Typography>
      <Typography color="textSecondary" sx={{ marginBlockStart: 1 }}>
        {mayConnect
          ? t('Connect a service to write courses on any topic.')
          : t('The operator of this installation can connect a service that writes courses on any topic.')}
      </Typography>
      {mayConnect && (
        <LinkButton
          to="/operator/$section"
          params={{ section: 'connections' }}
          variant="outlined"
          onClick={onClose}
          sx={{ marginBlockStart: 2 }}
        >
          {t('Connect a service')}
        </LinkButton>
      )}
    </Panel>
  );
}
