export type { ChatOptions, ChatQuirk } from './chat-completions.ts'
export { type Failing, type Protocol, startFaulty } from './faulty.ts'
export { type OllamaOptions, type OllamaQuirk, startOllama } from './ollama.ts'
export {
  type LlamaOptions,
  type LmStudioOptions,
  type OpenAiOptions,
  type VllmOptions,
  startLlamaServer,
  startLmStudio,
  startOpenAi,
  startVllm,
} from './products.ts'
export type { Replies, ServerCall, ServerReply } from './server-reply.ts'
export { type Received, type TestServer, startServer } from './test-server.ts'
export { type OpenOn, mustOpenOn, openOn } from './open-on.ts'
