import { fault } from '../core/index.ts'
import {
  type ServerReply,
  type TestServer,
  mustOpenOn,
  startLlamaServer,
  startLmStudio,
  startOllama,
  startOpenAi,
  startVllm,
} from '../../test/servers/index.ts'
import { type Candidate, type ExamReply, examineModel } from './conformance.ts'
import { type ScriptedReply, scripted } from './index.ts'

const scriptedReply = ({ text = '', calls, stalls, fails }: ExamReply): ScriptedReply => {
  if (stalls) return { text, stalls }
  if (fails) return { text, fault: fault('model_failed', 'gone') }
  return calls ? { text, calls } : text
}

const serverReply = ({ fails, ...reply }: ExamReply): ServerReply => ({
  ...reply,
  ...(fails && { failsWith: 'CUDA error' }),
})

type Start = (options: { readonly replies: readonly ServerReply[] }) => Promise<TestServer>

function served(name: string, start: Start, spec: (url: string) => string): Candidate {
  return {
    name,
    async open(replies) {
      const server = await start({ replies: replies.map(serverReply) })
      return { model: await mustOpenOn(spec(server.url), server.url), close: server.close }
    },
  }
}

examineModel({
  name: 'scripted',
  open: replies => Promise.resolve({ model: scripted(replies.map(scriptedReply)), close: () => Promise.resolve() }),
})
examineModel(served('ollama', startOllama, () => 'ollama:qwen3:4b'))
examineModel(served('lmstudio', startLmStudio, () => 'lmstudio:qwen/qwen3-4b'))
examineModel(served('llamacpp', startLlamaServer, () => 'llamacpp:'))
examineModel(served('vllm', startVllm, () => 'vllm:Qwen/Qwen3-4B'))
examineModel(served('openai', startOpenAi, () => 'openai:gpt-5-mini'))
examineModel(served('a server named by its URL', startVllm, url => `${url}/v1#Qwen/Qwen3-4B`))
