import { nextTask } from '#frontend/lib/next-task.ts';

await nextTask();
