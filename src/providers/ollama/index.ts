import type { Product } from '../opening.ts'
import { createOllamaModel } from './ollama-model.ts'
import { probeOllama } from './probe-ollama.ts'

export const ollama: Product = { probe: probeOllama, create: createOllamaModel }
