import { schemeCss } from '#frontend/theme/scheme-css.ts';

/** Provides the colour variables to components with plain CSS inside the app. React hoists it into the head once. */
export function SchemeColours() {
  return (
    <style href="scheme-colours" precedence="low">
      {schemeCss()}
    </style>
  );
}
