import { type SecretRule, apiKey, authToken } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Language models and the tools around them. Keys that begin with `sk-` are the base layer's. */
export const MODEL_RULES: readonly SecretRule[] = [
  apiKey(
    'model_admin_key',
    'sk-ant-|sk-proj-|sk-or-|sk-svcacct-|sk-admin-|sk-lf-',
    /sk-(?:ant|proj|or|svcacct|admin|lf)-[\w-]{20,300}/,
  ),
  authToken('hugging_face_token', 'hf_|api_org_', /(?:hf|api_org)_[A-Za-z0-9]{28,64}/),
  authToken('replicate_token', 'r8_', /r8_[A-Za-z0-9]{32,48}/),
  apiKey('groq_key', 'gsk_', /gsk_[A-Za-z0-9]{36,64}/),
  apiKey('perplexity_key', 'pplx-', /pplx-[A-Za-z0-9]{36,64}/),
  apiKey('xai_key', 'xai-', /xai-[A-Za-z0-9]{40,100}/),
  apiKey('together_key', 'tgp_v1_', /tgp_v1_[\w-]{36,64}/),
  { ...apiKey('fireworks_key', 'fw_', /fw_[A-Za-z0-9]{20,32}(?![A-Za-z0-9_])/), accepts: hasRandomTail },
  { ...apiKey('voyage_key', 'pa-', /pa-[A-Za-z0-9_-]{40,48}(?![\w-])/), accepts: hasRandomTail },
  apiKey('jina_key', 'jina_', /jina_[\w-]{40,100}/),
  apiKey('langsmith_key', 'lsv2_|ls__', /lsv2_(?:pt|sk)_[A-Za-z0-9]{24,40}(?:_[A-Za-z0-9]{8,16})?|ls__[a-f0-9]{32}/),
  apiKey('nvidia_key', 'nvapi-', /nvapi-[\w-]{50,80}/),
  apiKey('cerebras_key', 'csk-', /csk-[a-z0-9]{40,56}/),
  apiKey('search_key', 'tvly-', /tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,48}/),
  apiKey('firecrawl_key', 'fc-', /fc-[a-f0-9]{32}(?![A-Za-z0-9])/),
  authToken('apify_token', 'apify_api_', /apify_api_[A-Za-z0-9]{30,48}/),
  apiKey('runpod_key', 'rpa_', /rpa_[A-Z0-9]{36,64}/),
  apiKey('sandbox_key', 'e2b_|bb_live_|bb_test_', /e2b_[A-Za-z0-9]{32,48}|bb_(?:live|test)_[\w-]{24,40}/),
  apiKey('pinecone_key', 'pcsk_', /pcsk_[A-Za-z0-9]{5,8}_[A-Za-z0-9]{50,72}/),
  apiKey('wandb_key', 'wandb_v1_', /wandb_v1_[\w-]{40,100}/),
]
