import type { SecretRule } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Language models and the tools around them. Keys that begin with `sk-` are the base layer's. */
export const MODEL_RULES: readonly SecretRule[] = [
  {
    id: 'model_admin_key',
    category: 'api_key',
    keywords: ['sk-ant-', 'sk-proj-', 'sk-or-', 'sk-svcacct-', 'sk-admin-', 'sk-lf-'],
    pattern: /sk-(?:ant|proj|or|svcacct|admin|lf)-[\w-]{20,300}/,
  },
  {
    id: 'hugging_face_token',
    category: 'auth_token',
    keywords: ['hf_', 'api_org_'],
    pattern: /(?:hf|api_org)_[A-Za-z0-9]{28,64}/,
  },
  { id: 'replicate_token', category: 'auth_token', keywords: ['r8_'], pattern: /r8_[A-Za-z0-9]{32,48}/ },
  { id: 'groq_key', category: 'api_key', keywords: ['gsk_'], pattern: /gsk_[A-Za-z0-9]{36,64}/ },
  { id: 'perplexity_key', category: 'api_key', keywords: ['pplx-'], pattern: /pplx-[A-Za-z0-9]{36,64}/ },
  { id: 'xai_key', category: 'api_key', keywords: ['xai-'], pattern: /xai-[A-Za-z0-9]{40,100}/ },
  { id: 'together_key', category: 'api_key', keywords: ['tgp_v1_'], pattern: /tgp_v1_[\w-]{36,64}/ },
  {
    id: 'fireworks_key',
    category: 'api_key',
    keywords: ['fw_'],
    pattern: /fw_[A-Za-z0-9]{20,32}(?![A-Za-z0-9_])/,
    accepts: hasRandomTail,
  },
  {
    id: 'voyage_key',
    category: 'api_key',
    keywords: ['pa-'],
    pattern: /pa-[A-Za-z0-9_-]{40,48}(?![\w-])/,
    accepts: hasRandomTail,
  },
  { id: 'jina_key', category: 'api_key', keywords: ['jina_'], pattern: /jina_[\w-]{40,100}/ },
  {
    id: 'langsmith_key',
    category: 'api_key',
    keywords: ['lsv2_', 'ls__'],
    pattern: /lsv2_(?:pt|sk)_[A-Za-z0-9]{24,40}(?:_[A-Za-z0-9]{8,16})?|ls__[a-f0-9]{32}/,
  },
  { id: 'nvidia_key', category: 'api_key', keywords: ['nvapi-'], pattern: /nvapi-[\w-]{50,80}/ },
  { id: 'cerebras_key', category: 'api_key', keywords: ['csk-'], pattern: /csk-[a-z0-9]{40,56}/ },
  { id: 'search_key', category: 'api_key', keywords: ['tvly-'], pattern: /tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,48}/ },
  { id: 'firecrawl_key', category: 'api_key', keywords: ['fc-'], pattern: /fc-[a-f0-9]{32}(?![A-Za-z0-9])/ },
  { id: 'apify_token', category: 'auth_token', keywords: ['apify_api_'], pattern: /apify_api_[A-Za-z0-9]{30,48}/ },
  { id: 'runpod_key', category: 'api_key', keywords: ['rpa_'], pattern: /rpa_[A-Z0-9]{36,64}/ },
  {
    id: 'sandbox_key',
    category: 'api_key',
    keywords: ['e2b_', 'bb_live_', 'bb_test_'],
    pattern: /e2b_[A-Za-z0-9]{32,48}|bb_(?:live|test)_[\w-]{24,40}/,
  },
  { id: 'pinecone_key', category: 'api_key', keywords: ['pcsk_'], pattern: /pcsk_[A-Za-z0-9]{5,8}_[A-Za-z0-9]{50,72}/ },
  { id: 'wandb_key', category: 'api_key', keywords: ['wandb_v1_'], pattern: /wandb_v1_[\w-]{40,100}/ },
]
