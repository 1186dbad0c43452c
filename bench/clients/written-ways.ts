// Ways of writing the same call in the text, from families, frameworks and habits that have nothing in common.

const FENCE = '```'
const NAME = 'get_weather'
const ARGS = '{"city": "Zürich", "days": 3}'
const CALL = `{"name": "${NAME}", "arguments": ${ARGS}}`
const quoted = (text: string): string => JSON.stringify(text)
const escaped = (text: string): string => text.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** What the table says, and what the model says. */
export const WRITTEN_WAYS: Readonly<Record<string, readonly [words: string, content: string]>> = {
  action: ['`Action:` and `Action Input:`', `Thought: I need the weather.\nAction: ${NAME}\nAction Input: ${ARGS}`],
  'action-lines': ['`Action:` and lines of keys', `Action: ${NAME}\nAction Input:\n  city: Zürich\n  days: 3`],
  'action-call': ['`Action:` and a Python call', `Thought: ok.\nAction: ${NAME}(city="Zürich", days=3)\nPAUSE`],
  yaml: ['YAML in a fence', `${FENCE}yaml\nname: ${NAME}\narguments:\n  city: Zürich\n  days: 3\n${FENCE}`],
  'yaml-bare': ['YAML', `tool: ${NAME}\narguments:\n  city: Zürich\n  days: 3`],
  heading: ['a heading and a list', `### Tool call\n\n**Tool:** ${NAME}\n\n**Arguments:**\n- city: Zürich\n- days: 3`],
  'heading-fence': ['the name as a heading, then a fence', `### ${NAME}\n\n${FENCE}json\n${ARGS}\n${FENCE}`],
  attributes: ['a tag with attributes', `<${NAME} city="Zürich" days="3"/>`],
  'own-tags': [
    'a tag for the name and one for each argument',
    `<function_call><tool_name>${NAME}</tool_name><parameters><city>Zürich</city><days>3</days></parameters></function_call>`,
  ],
  'tag-behind': ['the arguments in a tag behind the name', `<use_tool><tool>${NAME}</tool><input>${ARGS}</input></use_tool>`],
  cdata: ['CDATA', `<tool_call><![CDATA[${CALL}]]></tool_call>`],
  html: ['everything escaped for HTML', escaped(`<tool_call>${CALL}</tool_call>`)],
  'function-text': ['the function as a JSON text', `{"type": "function", "function": ${quoted(CALL)}}`],
  pairs: [
    'arguments as a list of names and values',
    `{"name": "${NAME}", "arguments": [{"name": "city", "value": "Zürich"}, {"name": "days", "value": 3}]}`,
  ],
  'line-pairs': ['name and pairs on one line', `${NAME} city="Zürich" days=3`],
  options: ['options of a command line', `${NAME} --city "Zürich" --days 3`],
  channel: ['a channel addressed to a function', `<|channel|>commentary to=functions.${NAME} <|constrain|>json<|message|>${ARGS}<|call|>`],
  'token-quotes': ['tokens instead of quotes', `<start_function_call>call:${NAME}{city:<escape>Zürich<escape>,days:3}<end_function_call>`],
  typographic: ['typographic quotes and a comma too many', `{“name”: “${NAME}”, “arguments”: {“city”: “Zürich”, “days”: 3,},}`],
  'long-prose': ['after a page of prose', `${'The tide comes in twice a day, and nobody minds. '.repeat(60)}\n\n${CALL}`],
  doubled: ['the same call twice', `${CALL}\n${CALL}`],
}
