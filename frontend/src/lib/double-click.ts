/** Longest time between the clicks of a double click, in ms; roughly the maximum that systems allow. */
const DOUBLE_CLICK_MS = 1_000;

/** The browser's count of the last click: 2 is the second of a double click, 0 a key press or a script. A form's submission does not have it. */
let clicksInRow = 0;
if (typeof window !== 'undefined') window.addEventListener('click', ({ detail }) => void (clicksInRow = detail), { capture: true });

/** Whether the click being handled may belong to a double click whose first click was handled at this time (`performance.now()`). */
export const isDoubleClickSince = (time: number): boolean => clicksInRow > 1 && performance.now() - time < DOUBLE_CLICK_MS;
