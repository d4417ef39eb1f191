import { useEffect, useRef, type PointerEvent, type ReactNode } from 'react';
import { t } from '#frontend/lib/text.ts';

interface MaterialDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Actions below the content. */
  readonly actions: ReactNode;
}

/** A dialog over the page; its close button, Escape or a click outside closes it (LAND-13). */
export function MaterialDialog({ title, onClose, children, actions }: MaterialDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // its padding belongs to it, so a click is outside only when it is outside the dialog's box
  const onPress = ({ clientX: x, clientY: y, target }: PointerEvent<HTMLDialogElement>) => {
    const { left, right, top, bottom } = dialog.current!.getBoundingClientRect();
    if (target === dialog.current && (x < left || x > right || y < top || y > bottom)) dialog.current!.close();
  };
  return (
    <dialog ref={dialog} className="iv iv-dialog" aria-labelledby="material-title" onClose={onClose} onPointerDown={onPress}>
      <header>
        <h2 id="material-title">{title}</h2>
        <button type="button" className="iv-button" onClick={() => dialog.current?.close()}>
          {t('Close')}
        </button>
      </header>
      <div className="iv-scroll" tabIndex={0} role="region" aria-labelledby="material-title">
        {children}
      </div>
      <footer>{actions}</footer>
    </dialog>
  );
}
