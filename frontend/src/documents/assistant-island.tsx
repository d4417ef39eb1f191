import { createRoot } from 'react-dom/client';
import Assistant from '#frontend/features/marketing/assistant/assistant.tsx';

/** The assistant, open, in the place of its tab. */
export function showAssistant(place: HTMLElement): void {
  createRoot(place).render(<Assistant startsOpen />);
}
