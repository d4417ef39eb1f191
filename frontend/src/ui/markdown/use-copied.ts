import { useEffect, useState } from 'react';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';

/** How long 'Copied' is shown, in ms. */
const SHOWN_MS = 2_000;

/** Copies text to the clipboard, and shows success for a moment. */
export function useCopied(): { readonly isCopied: boolean; readonly copy: (text: string) => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const refused = () => toast('error', t('The browser did not allow copying.'));
  return {
    isCopied,
    // insecure contexts have no clipboard
    copy: (text) => (navigator.clipboard ? void navigator.clipboard.writeText(text).then(() => setCopied(true), refused) : refused()),
  };
}
