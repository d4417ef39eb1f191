import { finishRewrite } from '#domain/generation/rewrites/finish-rewrite.command.ts';
import type { Processor } from '../platform/processor.ts';

export const finishRewriteProcessor: Processor = ({ step, signal }) => finishRewrite({ step, signal });
