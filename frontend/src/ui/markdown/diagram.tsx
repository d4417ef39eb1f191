import { useEffect, useRef, useState } from 'react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { t } from '#frontend/lib/text.ts';
import { SCHEMES, type SchemeName } from '#frontend/theme/tokens.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';

interface Drawn {
  readonly address: string;
  readonly width: number;
}

type Drawing = 'waiting' | 'failed' | Drawn;

function shownScheme(): SchemeName {
  const { scheme } = document.documentElement.dataset;
  if (scheme !== undefined && scheme in SCHEMES) return scheme as SchemeName;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/**
 * A Mermaid diagram, rendered when it scrolls into view. It is an image, so nothing in it can be clicked or run. Screen readers get its
 * source; if it cannot be drawn, everybody does.
 */
export function Diagram({ source }: { readonly source: string }) {
  const frame = useRef<HTMLElement>(null);
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  const [scheme, setScheme] = useState(shownScheme);
  const [isLarge, setLarge] = useState(false);
  const [drawing, setDrawing] = useState<Drawing>('waiting');

  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return;
    const sight = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setSeen(true), {
      rootMargin: '300px',
    });
    if (frame.current) sight.observe(frame.current);
    const repainted = new MutationObserver(() => setScheme(shownScheme()));
    repainted.observe(document.documentElement, { attributes: true, attributeFilter: ['data-scheme'] });
    // a diagram to be printed may never have been in view
    const beforePrint = () => setSeen(true);
    addEventListener('beforeprint', beforePrint);
    return () => {
      sight.disconnect();
      repainted.disconnect();
      removeEventListener('beforeprint', beforePrint);
    };
  }, []);

  useEffect(() => {
    if (!isSeen) return;
    let isGone = false;
    import('./draw-diagram.ts')
      .then(({ drawDiagram }) => drawDiagram(source, scheme))
      .then(
        (drawn) => isGone || setDrawing(drawn),
        () => isGone || setDrawing('failed'),
      );
    return () => void (isGone = true);
  }, [source, isSeen, scheme]);

  return (
    <figure ref={frame} data-diagram="" data-unread="">
      {typeof drawing === 'object' && (
        <>
          <img src={drawing.address} alt={t('Diagram; its source follows')} width={drawing.width} />
          <VisuallyHidden>{source}</VisuallyHidden>
          <Button size="small" color="inherit" onClick={() => setLarge(true)}>
            {t('Enlarge')}
          </Button>
          {isLarge && <LargeDiagram drawn={drawing} onClose={() => setLarge(false)} />}
        </>
      )}
      {drawing === 'waiting' && <p>{t('The diagram is being drawn.')}</p>}
      {drawing === 'failed' && (
        <>
          <p>{t('This diagram could not be drawn. It reads:')}</p>
          <pre tabIndex={0} role="region" aria-label={t('Source of the diagram')}>
            <code>{source}</code>
          </pre>
        </>
      )}
    </figure>
  );
}

/** A drawn diagram that fills the window. */
function LargeDiagram({ drawn, onClose }: { readonly drawn: Drawn; readonly onClose: () => void }) {
  const label = t('Diagram');
  return (
    <Dialog open onClose={onClose} aria-label={label} maxWidth={false} fullWidth>
      <DialogContent tabIndex={0}>
        <img src={drawn.address} alt={label} style={{ display: 'block', inlineSize: `max(100%, ${drawn.width}px)` }} />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
