export { CLIENT_CAPABILITY, type ClientKey, type ToolRule, clientKeyOf, ordinaryKey } from './client-key.ts'
export { type ListedModel, type ModelShelf, type ShelfParts, createModelShelf } from './models/model-shelf.ts'
export { type OpenAiOptions, openaiRoutes } from './openai-routes.ts'
