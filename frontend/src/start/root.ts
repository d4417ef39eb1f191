import { createRoot, type Root } from 'react-dom/client';

/** React's root at an element. Its own module, so that React is evaluated where main.tsx imports it. */
export const rootAt = (element: Element): Root => createRoot(element);
