import { nextTask } from '#frontend/lib/next-task.ts';

// what main.tsx imports after this, the theme, is evaluated in a task of its own
await nextTask();
