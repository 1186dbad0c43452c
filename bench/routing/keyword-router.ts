/** What is usually written first: words in an order, the first that appears decides. */
const KEYWORDS: readonly (readonly [intent: string, words: RegExp])[] = [
  ['browse_once', /https?:\/\/|www\.|\b(?:website|web ?page|browse|homepage|link|url)\b|\.(?:com|org|net|io)\b/],
  ['screen_observe', /\b(?:screen|screenshot|window|monitor|desktop)\b/],
  ['story_task', /\b(?:chapter|scene|outline|canon|manuscript|plot|continuity)\b/],
  [
    'memory_write',
    /\b(?:remember|note that|keep in mind|don't forget|forget|call me|call you|from now on|change (?:my|your) name|remind me)\b/,
  ],
  ['system_task', /\b(?:run|execute|install|terminal|command|npm|git|docker|restart|kill|build|compile|deploy)\b/],
  [
    'file_edit',
    /\b(?:create|write|edit|change|fix|add|replace|rename|delete|save|update)\b.*(?:\b(?:file|folder|directory)\b|\.\w{1,4}\b)/,
  ],
  [
    'file_task',
    /\b(?:file|files|folder|directory|document|readme)\b|\b\w+\.(?:txt|md|json|csv|ts|js|py|pdf|log|html)\b/,
  ],
  ['one_shot_discovery', /\b(?:research|compare|investigate|sources|in-depth|find out)\b/],
  [
    'lookup_search',
    /\b(?:weather|forecast|traffic|flight|news|price|stock|review|reviews|restaurant|safe|travel|latest|current|today|tomorrow|score|search|google|look up)\b/,
  ],
  ['memory_read', /\b(?:my|am i|do i|did i|have i|about me)\b/],
]

export function keywordRouter(text: string): string {
  const lower = text.toLowerCase()
  return KEYWORDS.find(([, words]) => words.test(lower))?.[0] ?? 'chat_only'
}
