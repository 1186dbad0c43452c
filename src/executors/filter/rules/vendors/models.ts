import { type SecretRule, keyRule, tokenRule } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Language models and the tools around them. Keys that begin with `sk-` are the base layer's. */
export const MODEL_RULES: readonly SecretRule[] = [
  keyRule(
    'model_admin_key',
    /sk-(?:ant|proj|or|svcacct|admin|lf)-[\w-]{20,300}/,
    'sk-ant-|sk-proj-|sk-or-|sk-svcacct-|sk-admin-|sk-lf-',
  ),
  tokenRule('hugging_face_token', /(?:hf|api_org)_[A-Za-z0-9]{28,64}/, 'hf_|api_org_'),
  tokenRule('replicate_token', /r8_[A-Za-z0-9]{32,48}/, 'r8_'),
  keyRule('groq_key', /gsk_[A-Za-z0-9]{36,64}/, 'gsk_'),
  keyRule('perplexity_key', /pplx-[A-Za-z0-9]{36,64}/, 'pplx-'),
  keyRule('xai_key', /xai-[A-Za-z0-9]{40,100}/, 'xai-'),
  keyRule('together_key', /tgp_v1_[\w-]{36,64}/, 'tgp_v1_'),
  { ...keyRule('fireworks_key', /fw_[A-Za-z0-9]{20,32}(?![A-Za-z0-9_])/, 'fw_'), accepts: hasRandomTail },
  { ...keyRule('voyage_key', /pa-[A-Za-z0-9_-]{40,48}(?![\w-])/, 'pa-'), accepts: hasRandomTail },
  keyRule('jina_key', /jina_[\w-]{40,100}/, 'jina_'),
  keyRule('langsmith_key', /lsv2_(?:pt|sk)_[A-Za-z0-9]{24,40}(?:_[A-Za-z0-9]{8,16})?|ls__[a-f0-9]{32}/, 'lsv2_|ls__'),
  keyRule('nvidia_key', /nvapi-[\w-]{50,80}/, 'nvapi-'),
  keyRule('cerebras_key', /csk-[a-z0-9]{40,56}/, 'csk-'),
  keyRule('search_key', /tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,48}/, 'tvly-'),
  keyRule('firecrawl_key', /fc-[a-f0-9]{32}(?![A-Za-z0-9])/, 'fc-'),
  tokenRule('apify_token', /apify_api_[A-Za-z0-9]{30,48}/, 'apify_api_'),
  keyRule('runpod_key', /rpa_[A-Z0-9]{36,64}/, 'rpa_'),
  keyRule('sandbox_key', /e2b_[A-Za-z0-9]{32,48}|bb_(?:live|test)_[\w-]{24,40}/, 'e2b_|bb_live_|bb_test_'),
  keyRule('pinecone_key', /pcsk_[A-Za-z0-9]{5,8}_[A-Za-z0-9]{50,72}/, 'pcsk_'),
  keyRule('wandb_key', /wandb_v1_[\w-]{40,100}/, 'wandb_v1_'),
]
