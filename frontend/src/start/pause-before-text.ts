import { nextTask } from '#frontend/start/next-task.ts';

await nextTask();
