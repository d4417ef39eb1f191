import { useEffect, useState, type ReactNode } from 'react';

/** The same as for the product's toasts. */
const TOAST_MS = 3_000;

type ResultMessage = { readonly kind: 'success' | 'error'; readonly text: string } | null;

/** Shows the result of a click: a success disappears like a toast, a failure stays until the next click. */
export function useResultMessage(): { showMessage: (resultMessage: ResultMessage) => void; resultMessage: ReactNode } {
  const [current, showMessage] = useState<ResultMessage>(null);
  useEffect(() => {
    if (current?.kind !== 'success') return;
    const timer = setTimeout(() => showMessage(null), TOAST_MS);
    return () => clearTimeout(timer);
  }, [current]);
  const resultMessage = (
    <>
      <p role="status" className="iv-toast">
        {current?.kind === 'success' && current.text}
      </p>
      <p role="alert" className="iv-failure">
        {current?.kind === 'error' && current.text}
      </p>
    </>
  );
  return { showMessage, resultMessage };
}
