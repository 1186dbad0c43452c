import type { ServerProduct } from '../server-product.ts'
import { createChatModel } from './chat-model.ts'
import { probeServer } from './probe-server.ts'

export const chatCompletions: ServerProduct = { probe: probeServer, create: createChatModel }
