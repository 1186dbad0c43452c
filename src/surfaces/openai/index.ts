export { CLIENT_CAPABILITY, type ClientKey, type ToolRule, clientKeyOf, ordinaryKey } from './client-key.ts'
export {
  type ListedModel,
  type ModelRegistry,
  type ModelRegistryOptions,
  createModelRegistry,
} from './models/model-registry.ts'
export { type OpenAiOptions, openaiRoutes } from './openai-routes.ts'
