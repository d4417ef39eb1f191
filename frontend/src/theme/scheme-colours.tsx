import { schemeCss } from '#frontend/theme/scheme-css.ts';

/** Gives the parts with styles of their own, inside the app, the colours they name. React puts it into the head once. */
export function SchemeColours() {
  return (
    <style href="scheme-colours" precedence="low">
      {schemeCss()}
    </style>
  );
}
