/** Rewards in points (G37: the server decides, and the toast shows the points it awarded). */
export const POINTS = { lesson_completed: 25, course_generated: 200 } as const;
