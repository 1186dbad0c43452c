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
export type { FindOptions, FoundModel, FoundServer, ServerPlace } from './search-servers.ts'
export type { SendRequest } from './http/http-client.ts'
export { MODEL_FORMS, type ModelSpec, type ServerKind, parseModelSpec } from './model-spec.ts'
export { openModel } from './open-model.ts'
export type { OpenModelOptions, ProbeCache } from './open-model-options.ts'
export { ollamaAddress } from './server-address.ts'
export { findServers, openAiSdkModel, serverPlaces } from './find-servers.ts'
