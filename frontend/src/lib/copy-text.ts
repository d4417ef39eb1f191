import { t } from './text.ts';
import { toast } from './toast.ts';

/** Copies a text to the clipboard and says whether that worked; a browser may refuse. */
export const copyText = (text: string): void =>
  void navigator.clipboard.writeText(text).then(
    () => toast('success', t('Copied')),
    () => toast('error', t('The text could not be copied. Please select and copy it yourself.')),
  );
