/** Inside a console (`data-density="dense"` on its frame): 32 px rows and controls. A touch screen keeps 44 px. */
export const DENSE = '[data-density="dense"] &';
