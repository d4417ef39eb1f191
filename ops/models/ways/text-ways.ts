import { prose, whole, type Way } from './way.ts';

const REFUSAL = "I'm sorry, but I can't help with that.";
/** If a model's every answer is faulty, the work may end, stating the reason. */
const declined = { must: { cause: /declin|refus/i } } as const;
const mark = prose('template marks');
const thinking = whole('thinking');

/** Text that models write besides or instead of an answer: their thoughts, template marks, and refusals. */
export const TEXT_WAYS: readonly Way[] = [
  thinking(
    'think-tags',
    'admonstrator/zettelrobbe#74',
    'Qwen3, DeepSeek-R1',
    (answer) => `<think>\nOkay, the user wants {"title": "draft"} something. Step by step.\n</think>\n\n${answer}`,
    { isTested: true, purposes: ['course', 'mentor', 'cards'] },
  ),
  thinking('think-tags-empty', 'coze-dev/coze-studio#452', 'Qwen3', (answer) => `<think>\n\n</think>\n\n${answer}`),
  thinking(
    'think-end-only',
    'vllm-project/vllm#21130',
    'templates that open the tag themselves',
    (answer) => `Okay, let me plan {the answer}.\n</think>\n\n${answer}`,
  ),
  thinking(
    'think-never-ends',
    'lmstudio-ai/lmstudio-bug-tracker#1589',
    'small models',
    (answer) => `<think>\nOkay, so first I need to think about ${answer.slice(0, 400)}`,
    { rate: 0.3 },
  ),
  thinking(
    'thought-tags',
    'virattt/ai-hedge-fund#279',
    'several models',
    (answer) => `<thought>Plan: {"a": 1}</thought>\n<reasoning>More</reasoning>\n${answer}`,
  ),
  thinking(
    'think-brackets',
    'https://docs.mistral.ai/capabilities/reasoning',
    'Magistral',
    (answer) => `[THINK]Let me plan {this}.[/THINK]${answer}`,
  ),
  thinking(
    'think-in-lozenges',
    'https://huggingface.co/moonshotai/Kimi-VL-A3B-Thinking',
    'Kimi',
    (answer) => `◁think▷Let me plan {this}.◁/think▷${answer}`,
  ),
  thinking(
    'harmony-channels',
    'NVIDIA/TensorRT-LLM#9256',
    'gpt-oss',
    (answer) => `<|channel|>analysis<|message|>We need to answer with {JSON}.<|end|><|start|>assistant<|channel|>final<|message|>${answer}`,
  ),
  thinking(
    'harmony-call',
    'lablup/mlxcel#658',
    'gpt-oss',
    (answer) =>
      `<|channel|>analysis<|message|>We need a call.<|end|><|start|>assistant<|channel|>commentary to=functions.json <|constrain|>json<|message|>${answer}<|call|>`,
  ),
  thinking(
    'harmony-words',
    'Augustas11/macprovider#743',
    'gpt-oss',
    (answer) => `analysisWe need to answer in JSON.assistantfinal${answer}`,
  ),
  {
    id: 'thinking-first',
    kind: 'thinking',
    source: 'https://docs.ollama.com/capabilities/thinking',
    servers: 'Ollama',
    must: 'right',
    isTested: true,
    delivery: () => ({ thinking: { field: 'reasoning', text: 'Let me consider {the request} carefully. '.repeat(20) } }),
  },
  {
    id: 'thinking-eats-the-limit',
    kind: 'thinking',
    source: 'anthropics/anthropic-sdk-python#1108',
    servers: 'models that think long',
    must: 'right',
    contextTokens: 32_768,
    delivery: ({ mostTokens }, text) => {
      const room = Math.max(0, (mostTokens ?? 100_000) - 2_500) * 4;
      return text.length > room
        ? { text: text.slice(0, room), finish: 'length', thinking: { field: 'reasoning', text: 'Hm. '.repeat(99) } }
        : {};
    },
  },
  mark('mark-im-end', 'moltis-org/moltis#306', 'MLX, Qwen', (text) => `${text}<|im_end|>`, { isTested: true }),
  mark(
    'mark-next-turn',
    'ggml-org/llama.cpp#3475',
    'templates of the wrong model',
    (text) =>
      `${text}<|im_end|>\n<|im_start|>user\nThanks! And what about the next one?<|im_end|>\n<|im_start|>assistant\nSure, here is more.`,
  ),
  mark('mark-eot', 'nomic-ai/gpt4all#2701', 'Llama 3', (text) => `${text}<|eot_id|>`),
  mark(
    'mark-header',
    'nomic-ai/gpt4all#2701',
    'Llama 3',
    (text) => `${text}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nIs there anything else?`,
  ),
  mark('mark-end-of-turn', 'huggingface/chat-ui#1386', 'Gemma', (text) => `${text}<end_of_turn>\n<start_of_turn>user\nMore`),
  mark('mark-eos', 'jundot/omlx#1087', 'Gemma on MLX', (text) => `${text}<eos>`),
  mark('mark-s', 'microsoft/autogen#1037', 'Llama 2, Mistral', (text) => `${text}</s>`),
  mark('mark-inst', 'mudler/LocalAI#1044', 'Llama 2, Mistral', (text) => `${text}\n[/INST] Sure! </s>`),
  mark('mark-end-of-text', 'nomic-ai/gpt4all#2701', 'GPT-2’s heirs, Phi', (text) => `${text}<|endoftext|>`),
  mark('mark-end-phi', 'ggml-org/llama.cpp#6807', 'Phi', (text) => `${text}<|end|><|user|>`),
  mark('mark-deepseek', 'vespa-engine/vespa#33327', 'DeepSeek', (text) => `${text}<｜end▁of▁sentence｜>`),
  mark('mark-reserved', 'utilityai/llama-cpp-rs#591', 'Llama 3', (text) => `${text}<|reserved_special_token_247|>`),
  mark('mark-eot-deepseek-coder', 'deepseek-ai/DeepSeek-Coder#136', 'DeepSeek Coder', (text) => `${text}${'\n<|EOT|>'.repeat(9)}`),
  mark('mark-of-the-reserve', 'software-mansion-labs/private-mind#342', 'Gemma', (text) => `${text}<unused6226><unused6226>`),
  mark('mark-of-a-batch', 'jundot/omlx#1698', 'MLX', (text) => `${text}${'<pad>'.repeat(5)}`),
  mark('mark-of-a-call', 'exo-explore/exo#1588', 'Llama 3', (text) => `${text}<|eom_id|><|python_tag|>`),
  mark('mark-instruction', 'nomic-ai/gpt4all#1985', 'Alpaca’s heirs', (text) => `${text}\n### Instruction:\nNo\n### Response:`),
  whole('template marks')('mark-after-the-json', 'moltis-org/moltis#306', 'any', (answer) => `${answer}<|im_end|>`),
  whole('template marks')('mark-before-the-json', 'ggml-org/llama.cpp#12743', 'any', (answer) => `<|assistant|>\n${answer}</s>`),
  whole('refusal')('refused-in-words', 'rockbenben/subtitle-translator#68', 'any', () => REFUSAL, {
    ...declined,
    rate: 1,
    isTested: true,
    purposes: ['course', 'mentor', 'cards'],
  }),
  whole('refusal')('refused-now-and-then', 'rockbenben/subtitle-translator#68', 'any', () => REFUSAL, { rate: 0.2 }),
  prose('refusal')('refused-in-the-form', 'rockbenben/subtitle-translator#68', 'any, where a schema is enforced', () => REFUSAL, {
    ...declined,
    isTested: true,
  }),
  prose('refusal')(
    'refused-in-spanish',
    'openai/openai-agents-python#3055',
    'any',
    () => 'Lo siento, pero no puedo ayudar con esa solicitud.',
    declined,
  ),
  prose('refusal')(
    'refused-in-german',
    'openai/openai-agents-python#3055',
    'any',
    () => 'Es tut mir leid, aber dabei kann ich nicht helfen.',
    declined,
  ),
  prose('refusal')(
    'refused-in-french',
    'openai/openai-agents-python#3055',
    'any',
    () => 'Je suis désolé, mais je ne peux pas répondre à cette demande.',
    declined,
  ),
  prose('refusal')(
    'refused-in-chinese',
    'openai/openai-agents-python#3055',
    'Qwen, DeepSeek',
    () => '抱歉，我无法协助完成这个请求。',
    declined,
  ),
  prose('refusal')(
    'refused-in-polish',
    'openai/openai-agents-python#3055',
    'any',
    () => 'Przepraszam, ale nie mogę w tym pomóc.',
    declined,
  ),
  prose('refusal')('refused-without-an-apology', 'promptfoo/promptfoo#10220', 'any', () => 'I must decline this request.', declined),
  prose('refusal')(
    'as-an-ai',
    'machinewrapped/llm-subtrans#38',
    'any',
    (text) => `As an AI language model, I cannot see your course. ${text}`,
    { must: { cause: /declin|refus|about itself/i } },
  ),
  prose('refusal')(
    'apology-first',
    'machinewrapped/llm-subtrans#38',
    'any',
    (text) => `I apologize for the mistake. Here is the corrected text:\n\n${text}`,
  ),
  prose('refusal')(
    'certainly-first',
    'SubtitleEdit/subtitleedit#8293',
    'any',
    (text) => `Certainly! Here is the text you asked for:\n\n${text}\n\nLet me know if you would like me to expand any part!`,
    { isTested: true },
  ),
  {
    id: 'refusal-of-the-protocol',
    kind: 'refusal',
    source: 'langchain-ai/langchain#39746',
    servers: 'OpenAI',
    format: 'responses',
    ...declined,
    delivery: () => ({ refusal: REFUSAL }),
  },
  {
    id: 'refusal-on-chat',
    kind: 'refusal',
    source: 'davidmigloz/langchain_dart#560',
    servers: 'OpenAI behind gateways',
    ...declined,
    delivery: () => ({ refusal: REFUSAL, text: '' }),
  },
  {
    id: 'refusal-of-claude',
    kind: 'refusal',
    source: 'Oaklight/llm-rosetta#432',
    servers: 'Claude',
    format: 'messages',
    ...declined,
    delivery: () => ({ finish: 'content_filter', text: '' }),
  },
  {
    id: 'content-filter',
    kind: 'refusal',
    source: 'https://ai.google.dev/api/generate-content#FinishReason',
    servers: 'Gemini',
    format: 'gemini',
    ...declined,
    delivery: (_call, text) => ({ finish: 'content_filter', text: text.slice(0, 100) }),
  },
  {
    id: 'recitation',
    kind: 'refusal',
    source: 'https://ai.google.dev/api/generate-content#FinishReason',
    servers: 'Gemini',
    format: 'gemini',
    must: 'right',
    rate: 0.25,
    delivery: (_call, text) => ({ finish: 'RECITATION', text: text.slice(0, 100) }),
  },
  {
    id: 'content-policy-as-400',
    kind: 'refusal',
    source: 'openai/openai-python#331',
    servers: 'Azure',
    ...declined,
    refuses: () => ({
      status: 400,
      body: {
        error: {
          message:
            'The response was filtered due to the prompt triggering Azure OpenAI’s content management policy. Please modify your prompt and retry.',
          type: null,
          param: 'prompt',
          code: 'content_filter',
          status: 400,
        },
      },
    }),
  },
  {
    id: 'moderation-as-403',
    kind: 'refusal',
    source: 'https://openrouter.ai/docs/api-reference/errors',
    servers: 'OpenRouter',
    ...declined,
    refuses: () => ({
      status: 403,
      body: { error: { code: 403, message: 'This model requires moderation on OpenAI. Your input was flagged for "harassment".' } },
    }),
  },
  {
    id: 'content-filter-now-and-then',
    kind: 'refusal',
    source: 'https://learn.microsoft.com/azure/ai-services/openai/concepts/content-filter',
    servers: 'Azure',
    must: 'right',
    rate: 0.2,
    delivery: (_call, text) => ({ finish: 'content_filter', text: text.slice(0, 100) }),
  },
];
