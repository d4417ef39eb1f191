import { useEffect, useRef, type PointerEvent, type ReactNode } from 'react';
import { t } from '#frontend/lib/text.ts';

interface MaterialDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** What can be done, below what is read. */
  readonly actions: ReactNode;
}

/** A dialog over the page; its close control, Escape or a press outside closes it (LAND-13). */
export function MaterialDialog({ title, onClose, children, actions }: MaterialDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // its padding is its own, so what is pressed is outside only when the press is outside its box
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
