import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { PitchDeckDialog } from '#frontend/features/investors/pitch-deck-dialog.tsx';
import { saveWhitePaper, writeToInvestors } from '#frontend/features/investors/public-calls.ts';
import { ValuationDialog } from '#frontend/features/investors/valuation-dialog.tsx';
import { t } from '#frontend/lib/text.ts';

type Shown = 'pitch-deck' | 'valuation-analysis';

/** Shows one dialog at a time; the valuation analysis links to the deck. */
export function Material({ first, onClose }: { readonly first: Shown; readonly onClose: () => void }) {
  const [shown, show] = useState<Shown>(first);
  return shown === 'pitch-deck' ? (
    <PitchDeckDialog onClose={onClose} />
  ) : (
    <ValuationDialog onClose={onClose} onPitchDeck={() => show('pitch-deck')} />
  );
}

/** Opens a dialog over the current page; on closing, the focus returns. */
function open(first: Shown): void {
  const opener = document.activeElement as HTMLElement | null;
  const place = document.body.appendChild(document.createElement('div'));
  place.lang = 'en';
  place.dir = 'ltr';
  const root = createRoot(place);
  const onClose = () => {
    root.unmount();
    place.remove();
    opener?.focus();
  };
  root.render(<Material first={first} onClose={onClose} />);
}

/** Runs the action of a `data-material` button of a public page. @returns the message for the user, or null */
export async function actOnMaterial(what: string): Promise<string | null> {
  if (what === 'pitch-deck' || what === 'valuation-analysis') {
    open(what);
    return null;
  }
  if (what === 'white-paper') return (await saveWhitePaper()) ? null : t('Download failed. Please try again.');
  return writeToInvestors('Investment Inquiry');
}
