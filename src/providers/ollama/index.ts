import type { ServerProduct } from '../server-product.ts'
import { createOllamaModel } from './ollama-model.ts'
import { probeOllama } from './probe-ollama.ts'

export const ollama: ServerProduct = { probe: probeOllama, create: createOllamaModel }
