export { webSettings } from './settings.ts'
export { SEARCH_ALIASES, WEB_ABSENT, WEB_ALIASES, WEB_ARGUMENT_ALIASES, WEB_FETCH, WEB_SEARCH } from './tools.ts'
export { createWebExecutor } from './web-executor.ts'
