/** What creators are owed of the list price that was paid, before tax, in per cent (A10, G15). */
export const CREATOR_PERCENT = 70;
