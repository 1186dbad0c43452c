import type { Product } from '../opening.ts'
import { createChatModel } from './chat-model.ts'
import { probeServer } from './probe-server.ts'

export const chatCompletions: Product = { probe: probeServer, create: createChatModel }
