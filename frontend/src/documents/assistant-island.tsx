import { createRoot } from 'react-dom/client';
import Assistant from '#frontend/features/marketing/assistant/assistant.tsx';

/** Replaces the assistant's tab with the open assistant. */
export function showAssistant(place: HTMLElement): void {
  createRoot(place).render(<Assistant startsOpen />);
}
