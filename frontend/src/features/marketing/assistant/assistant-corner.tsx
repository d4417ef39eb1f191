import '#frontend/features/marketing/assistant/assistant.css';
import Assistant from '#frontend/features/marketing/assistant/assistant.tsx';
import { SchemeColours } from '#frontend/theme/scheme-colours.tsx';

/** The assistant in the corner of a screen of the app. */
export default function AssistantCorner() {
  return (
    <>
      <SchemeColours />
      <Assistant />
    </>
  );
}
