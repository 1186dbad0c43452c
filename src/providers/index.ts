export {
  type ScriptedCalls,
  type ScriptedEnd,
  type ScriptedFault,
  type ScriptedModel,
  type ScriptedOptions,
  type ScriptedReply,
  type ScriptedStall,
  parseScript,
  scripted,
} from './scripted.ts'
export { type ProviderValues, providersSection } from './settings.ts'
export { type FindOptions, type FoundModel, type FoundServer, findServers } from './find-servers.ts'
export type { Send } from './http/send.ts'
export { MODEL_FORMS, type ModelSpec, type ServerKind, parseModelSpec } from './model-spec.ts'
export { type OpenModelOptions, type ProbeCache, openModel } from './open-model.ts'
export { demoStumbles } from './demo/write/slips.ts'
export { type Environment, ollamaAddress } from './server-address.ts'
export { type AiSdkOptions, fromAiSdk } from './ai-sdk.ts'
